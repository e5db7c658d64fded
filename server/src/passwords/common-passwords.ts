import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
)

/**
 * True for one of the 3,000 most common passwords, and for a password that is one of the words around it: the bank's
 * name, one's own e-mail. Case and spaces make no difference.
 */
export function isCommonPassword(password: string, wordsAround: readonly string[]): boolean {
  const plain = plainly(password)
  return common.has(plain) || wordsAround.some((word) => plainly(word) === plain)
}

function plainly(text: string): string {
  return text.toLowerCase().replace(/\s/g, '')
}
