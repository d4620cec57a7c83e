/** A prerendered part of a page comes alive: a component takes its place. */
import { mount, type Component } from 'svelte';

/** Its props are those that the page was built with, or what `made` makes of them. Without that part nothing happens. */
export async function comeAlive<Props extends object>(
  id: string,
  component: Component<Props>,
  made: (props: Props, target: HTMLElement) => Props | Promise<Props> = (props) => props,
): Promise<void> {
  const target = document.getElementById(id);
  const written = target?.dataset['props'];
  if (!target || !written) return;
  const props = await made(JSON.parse(written) as Props, target);
  target.replaceChildren();
  mount(component as Component, { target, props });
}
