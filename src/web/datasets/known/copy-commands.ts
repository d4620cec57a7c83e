/** Each button `data-copy` copies the command before it, and says so beside itself. Built pages disable them until then. */
import { copied } from '#web/copy.ts';

export function copyCommands(page: Document): void {
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    const command = button.closest('details')?.querySelector('code');
    const said = button.parentElement?.querySelector('[role=status]');
    button.addEventListener('click', () => {
      void copied(command?.textContent ?? '', command).then((words) => said?.replaceChildren(words));
    });
    button.disabled = false;
  }
}
