import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageOf, runKeysCommand } from '../../../scripts/keys/keys-command.ts'
import { inheritedEnvironment } from '../../test/program.ts'
import { usedDirectory } from '../../test/used-directory.ts'

const directory = usedDirectory()
const command = join(import.meta.dirname, '../../../scripts/keys.ts')
const newKey = 'the key of this year, and as long as it has to be'

/** Runs `npm run keys` as a process of its own, which takes half a second of processor time. */
function run(settings: Record<string, string> = {}, ...words: string[]) {
  const env = environment(settings)
  return new Promise<{ code: number; said: string; complaint: string }>((resolve) => {
    const child = execFile(process.execPath, [command, ...words], { env }, (_, said, complaint) =>
      resolve({ code: child.exitCode ?? -1, said, complaint }),
    )
  })
}

/** Runs `npm run keys` in this process. Returns its output, or the line with which it fails. */
function inProcess(settings: Record<string, string> = {}, ...words: string[]): Promise<string> {
  return runKeysCommand(words, environment(settings)).catch(messageOf)
}

function environment(settings: Record<string, string>) {
  return { ...inheritedEnvironment(), DATA_DIR: directory.path, ...settings }
}

test('npm run keys counts the rows of each key, beside a running bank whose key is being replaced', async () => {
  const rotated = {
    SECRET_KEY: newKey,
    SECRET_KEY_PREVIOUS_FILE: join(directory.path, 'secret-key'),
    ADMIN_SECOND_FACTOR: 'optional',
  }
  const administrator = {
    ADMIN_EMAIL: 'clara@example.com',
    ADMIN_PASSWORD: 'made under the old key',
    ADMIN_PASSCODE: '4711',
  }
  const { program } = await directory.startedBank(administrator)
  expect(await inProcess()).toContain('SECRET_KEY_PREVIOUS is not set: no key is being replaced.')
  program.child.kill('SIGTERM')
  await program.ended

  const { address } = await directory.startedBank(rotated)
  expect(await run(rotated)).toEqual({
    code: 0,
    complaint: '',
    said: [
      '                       SECRET_KEY  SECRET_KEY_PREVIOUS  another key',
      'passwords                       0                    1            0',
      'PINs                            0                    0            0',
      'passcode                        0                    1            0',
      'authenticators                  0                    0            0',
      'unused recovery codes           0                    0            0',
      '',
      '2 rows still depend on SECRET_KEY_PREVIOUS. docs/keys.md describes what dropping it means.',
      '',
    ].join('\n'),
  })
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_PASSCODE: passcode } = administrator
  const signedIn = await post('/api/sessions', { email, password })
  expect(signedIn.status).toBe(201)
  await post(
    '/api/admin/passcode-entries',
    { passcode },
    signedIn.headers.getSetCookie()[0]!.replace(/;.*/, ''),
  )
  expect(await inProcess(rotated)).toContain(
    'No row depends on SECRET_KEY_PREVIOUS any more: it can be dropped.',
  )
})

test('npm run keys reports that the bank does not start with another key, and shows no key', async () => {
  const said = await inProcess({ SECRET_KEY: newKey })
  expect(said).toContain('Neither key is the one that this database was last started with')
  expect(said).not.toContain(newKey)
  expect(said).not.toContain(readFileSync(join(directory.path, 'secret-key'), 'utf8').trim())
})

test('a bank whose key is lost starts with another one after npm run keys -- give-up-lost-key', async () => {
  const settings = { SECRET_KEY: newKey }
  expect(await directory.refusal(settings)).toContain('SECRET_KEY is not the one this database was made with')
  expect(await inProcess(settings, 'give-up-lost-key')).toBe(
    'SECRET_KEY is the key of this database now. Everything that depends on the lost key is unusable.',
  )
  await directory.startedBank(settings)
  const again = await run(settings, 'give-up-lost-key')
  expect([again.code, again.complaint]).toEqual([1, 'The key of this database is not lost: it is set.\n'])
  expect(await inProcess(settings, 'remove')).toMatch(/^npm run keys\n/)
})
