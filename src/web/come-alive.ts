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
  if (target && written) takePlace(target, component, await made(JSON.parse(written) as Props, target));
}

/** What a visitor has opened in the built part stays open. */
export function takePlace<Props extends object>(
  target: HTMLElement,
  component: Component<Props>,
  props: Props,
): void {
  const folds = () =>
    Map.groupBy(target.querySelectorAll('details'), (one) => one.querySelector('summary')?.textContent);
  const built = folds();
  target.replaceChildren();
  mount(component as Component, { target, props });
  for (const [title, own] of folds())
    for (const [i, fold] of own.entries()) if (built.get(title)?.[i]?.open) fold.open = true;
}
