import type { Command } from '../command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion: Command = {
  summary: 'a script that completes commands, flags, stores and files at a prompt',
  usage: `${SHELLS.join(' | ')} (bash: put eval "$(stowage completion bash)" into ~/.bashrc; zsh: the same with zsh in ~/.zshrc, after compinit; fish: stowage completion fish > ~/.config/fish/completions/stowage.fish)`,
  operands: { name: `one of ${SHELLS.join(', ')}`, least: 1, most: Infinity, choices: SHELLS },
  examples: ['stowage completion bash', 'stowage completion zsh', 'stowage completion fish'],
  load: async () => (await import('../answers/completion.ts')).completion,
};
