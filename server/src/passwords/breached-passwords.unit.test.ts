import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openBreachedPasswords } from './breached-passwords.ts'

const folder = mkdtempSync(join(tmpdir(), 'truepenny-breached-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sha1 = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

/** `count` passwords in the order of their hashes. */
function passwordsInOrder(count: number): string[] {
  const hashes = new Map(Array.from({ length: count }, (_, at) => [sha1(`breached ${at}`), `breached ${at}`]))
  return [...hashes.keys()].sort().map((hash) => hashes.get(hash)!)
}

function fileOf(text: string): string {
  const file = join(folder, `${createHash('sha1').update(text).digest('hex')}.txt`)
  writeFileSync(file, text)
  return file
}

describe('a list of breached passwords', () => {
  for (const [what, count, lineOf, lineEnd, end] of [
    ['of 2,000 lines', 2_000, sha1, '\n', '\n'],
    ['with counts', 2_000, (password: string) => `${sha1(password)}:${password.length ** 9}`, '\n', '\n'],
    [
      'with lines of several lengths',
      2_000,
      (p: string) => `${sha1(p)}${p.endsWith('7') ? ':7' : ''}`,
      '\n',
      '\n',
    ],
    ['with CRLF', 2_000, (password: string) => `${sha1(password)}:3`, '\r\n', '\r\n'],
    ['without a final line end', 2_000, sha1, '\n', ''],
    ['with CRLF and without a final line end', 2_000, sha1, '\r\n', ''],
    ['of one line', 1, sha1, '\n', ''],
    ['that fits into one block', 90, sha1, '\n', '\n'],
  ] as const) {
    test(`a list of breached passwords ${what} finds every password on it and no other`, async () => {
      const passwords = passwordsInOrder(count)
      const list = await openBreachedPasswords(fileOf(passwords.map(lineOf).join(lineEnd) + end))
      const others = Array.from({ length: 500 }, (_, number) => `unknown ${number}`)
      const found = await Promise.all([...passwords, ...others].map((password) => list.has(password)))
      await list.close()
      expect(found).toEqual([...passwords.map(() => true), ...others.map(() => false)])
    })
  }

  test('without a list no password is breached', async () => {
    const list = await openBreachedPasswords(undefined)
    expect(await list.has('password')).toBe(false)
    await list.close()
  })
})

describe('an invalid list of breached passwords', () => {
  const ordered = passwordsInOrder(200).map(sha1)
  const form =
    'BREACHED_PASSWORDS_FILE must hold SHA-1 hashes in upper-case hexadecimal, sorted, one a line: '
  for (const [what, text] of [
    ['an empty file', ''],
    ['passwords as they are', 'password\n123456\n'],
    ['lower-case hashes', `${ordered.map((hash) => hash.toLowerCase()).join('\n')}\n`],
    ['hashes in another order', `${[...ordered].reverse().join('\n')}\n`],
    ['a last line that was cut off', `${ordered.join('\n')}\n${'F'.repeat(20)}`],
    ['a byte order mark', `\uFEFF${ordered.join('\n')}\n`],
  ] as const) {
    test(`${what} is refused as a list of breached passwords`, async () => {
      const file = fileOf(text)
      await expect(openBreachedPasswords(file)).rejects.toThrow(`${form}${file}.`)
    })
  }

  test('a missing file and a folder are refused as a list of breached passwords', async () => {
    for (const file of [join(folder, 'nowhere.txt'), folder]) {
      await expect(openBreachedPasswords(file)).rejects.toThrow(
        `BREACHED_PASSWORDS_FILE names a file that cannot be read: ${file}.`,
      )
    }
  })
})
