import { comparable } from '../comparable.ts'
import list from './common-passwords.json' with { type: 'json' }

// The list's licence is `common-passwords.LICENSE.md`.
const common: ReadonlySet<string> = new Set(list)

/**
 * True for one of the 3,000 most common passwords, and for one of `contextWords`, such as the bank's name or the user's
 * e-mail. Ignores case and spaces.
 */
export function isCommonPassword(password: string, contextWords: readonly string[]): boolean {
  const wanted = comparable(password)
  return common.has(wanted) || contextWords.some((word) => comparable(word) === wanted)
}
