/** An action as people read it: `account_activated` is "Account activated". */
export function actionText(action: string): string {
  const words = action
    .replaceAll('_', ' ')
    .replace(/\bpin\b/g, 'PIN')
    .replace(/\btwo factor\b/g, 'two-factor')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
