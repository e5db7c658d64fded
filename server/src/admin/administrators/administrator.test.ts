import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  messageOf,
  runAdministratorCommand,
} from '../../../../scripts/administrator/administrator-command.ts'
import { codeAt } from '../../../test/authenticator.ts'
import { endProgram, inheritedEnvironment, type Program, startProgram } from '../../../test/program.ts'
import { registrationForm } from '../../../test/registration-form.ts'
import { copyUsedDirectory } from '../../../test/used-directory.ts'

// Against the whole program on its embedded PostgreSQL, as an operator runs it.
let dataDir: string
let program: Program
let address: string
beforeAll(async () => {
  // The program verifies what is hashed here.
  vi.stubEnv('ARGON2_COST', 'real')
  dataDir = await copyUsedDirectory()
  program = startProgram({ DATA_DIR: dataDir, ADMIN_SECOND_FACTOR: 'optional' })
  address = (await program.ready)!
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await endProgram(program)
  rmSync(dataDir, { recursive: true, force: true })
})

const command = join(import.meta.dirname, '../../../../scripts/administrator.ts')

/** Runs `npm run administrator -- …` without a terminal, as a process of its own, which takes half a second of processor time. */
async function run(words: string[], input = '') {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...inheritedEnvironment(), DATA_DIR: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const [output, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output: output.trim(), error: error.trim(), code }
}

/**
 * Runs `npm run administrator -- …` in this process, with these lines on its standard input. Returns its output, or the line with
 * which it fails.
 */
function inProcess(words: string[], lines: string[] = [], settings: Record<string, string> = {}) {
  const env = { ...inheritedEnvironment(), DATA_DIR: dataDir, ...settings }
  const input = Readable.from(lines.map((line) => `${line}\n`))
  return runAdministratorCommand(words, env, input).catch(messageOf)
}

const add = (email: string, password: string, passcode: string) =>
  inProcess(['create'], [], { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_PASSCODE: passcode })

function post(path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(new URL(path, address), { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Signs an administrator in and returns the status of entering the passcode. */
async function passcodeStatus(email: string, password: string, passcode: string): Promise<number> {
  const signedIn = await post('/api/sessions', { email, password })
  const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '')
  return (await post('/api/admin/passcode-entries', { passcode }, cookie)).status
}

describe('npm run administrator', () => {
  test('create adds administrators who can sign in, while the bank is running', async () => {
    const password = 'typed at a terminal'
    const first = await run(['create', '--email', 'Ops@Example.com'], `${password}\n4711\n`)
    expect(first.output).toBe('ops@example.com is an administrator. The passcode was set.')
    expect(await passcodeStatus('ops@example.com', password, '4711')).toBe(201)

    const second = await inProcess(['create', '--email', 'two@example.com'], [password])
    expect(second).toBe('two@example.com is an administrator. The passcode was not changed.')
    expect(await passcodeStatus('two@example.com', password, '4711')).toBe(201)

    const again = await run(['create', '--email', 'two@example.com'], password)
    expect([again.error, again.code]).toEqual([
      'A user with the email two@example.com exists already. Choose another email.',
      1,
    ])
  })

  test('create reads the e-mail, the password and the passcode from the environment', async () => {
    const password = 'kept in a file'
    const settings = { ADMIN_EMAIL: 'env@example.com', ADMIN_PASSWORD: password, ADMIN_PASSCODE: 'new one' }
    const made = await inProcess(['create'], [], settings)
    expect(made).toBe('env@example.com is an administrator. The passcode was set.')
    expect(await passcodeStatus('env@example.com', password, '4711')).toBe(422)
    expect(await passcodeStatus('env@example.com', password, 'new one')).toBe(201)
  })

  test('reset-passcode sets a new passcode and ends the elevation of every session', async () => {
    const password = 'forgot the passcode'
    const email = 'lost@example.com'
    await add(email, password, 'the old one')
    const signedIn = await post('/api/sessions', { email, password })
    const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '')
    const entered = await post('/api/admin/passcode-entries', { passcode: 'the old one' }, cookie)
    const elevated = entered.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const work = async () =>
      (await fetch(new URL('/api/admin/users', address), { headers: { cookie: elevated } })).status
    expect(await work()).toBe(200)

    const reset = await inProcess(['reset-passcode'], ['another one'])
    expect(reset).toBe('The passcode was set. Every administrator must enter it now.')
    expect(await work()).toBe(403)
    expect(await passcodeStatus(email, password, 'the old one')).toBe(422)
    expect(await passcodeStatus(email, password, 'another one')).toBe(201)
  })

  test('reset-second-factor turns two-factor off for a user who has lost the phone, while the bank is running', async () => {
    const password = 'kept on a telephone'
    const email = 'telephone@example.com'
    await add(email, password, 'open it')
    const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const first = cookieOf(await post('/api/sessions', { email, password }))
    const cookie = cookieOf(await post('/api/sessions/current/confirmation', { password }, first))
    const begun = await post('/api/me/two-factor/enrolment', {}, cookie)
    const { secret } = (await begun.json()) as { secret: string }
    const on = await fetch(new URL('/api/me/two-factor', address), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ code: codeAt(secret, new Date()) }),
    })
    expect(on.status).toBe(200)
    expect(await (await post('/api/sessions', { email, password })).json()).toHaveProperty('secondStep')

    const reset = await inProcess(['reset-second-factor', '--email', 'Telephone@example.com'])
    expect(reset).toBe(
      `Two-factor was turned off for ${email}. Every device was signed out, and the user gets a mail.`,
    )
    const me = await fetch(new URL('/api/me', address), { headers: { cookie: cookieOf(on) } })
    expect(me.status).toBe(401)
    expect(await (await post('/api/sessions', { email, password })).json()).toHaveProperty('user')
    expect(await inProcess(['reset-second-factor', '--email', email])).toBe(
      `Two-factor is already off for ${email}.`,
    )
  })

  test('change-email replaces an administrator’s e-mail and ends their sessions, while the bank is running', async () => {
    const password = 'a mailbox that is gone'
    await add('gone@example.com', password, '4711')
    const signedIn = await post('/api/sessions', { email: 'gone@example.com', password })
    const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const words = ['change-email', '--email', 'Gone@example.com', '--new', 'Found@example.com']
    expect(await inProcess(words)).toBe(
      'The email gone@example.com was replaced by found@example.com. Every device was signed out, and both addresses get a mail.',
    )
    expect((await fetch(new URL('/api/me', address), { headers: { cookie } })).status).toBe(401)
    expect(await passcodeStatus('found@example.com', password, '4711')).toBe(201)
    expect(await inProcess(words)).toBe('No user has the email gone@example.com.')
  })

  test('promote makes a user an administrator, and tells all administrators by mail', async () => {
    const { email, password } = registrationForm
    expect((await post('/api/registrations', registrationForm)).status).toBe(201)
    await add('first@example.com', 'typed at a terminal', 'open it')
    expect(await inProcess(['promote', '--email', 'Greta@example.com'])).toBe(
      `${email} is an administrator. All administrators get a mail.`,
    )
    expect(await passcodeStatus(email, password, 'open it')).toBe(201)
    expect(await inProcess(['promote', '--email', email])).toBe('This user already has this role.')
  })

  test('activate activates an administrator’s account, while the bank is running', async () => {
    const password = 'waits to be activated'
    const email = 'inactive@example.com'
    await add(email, password, 'open it')
    const session = await post('/api/sessions', { email, password })
    const cookie = session.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const isActive = async () => {
      const me = await fetch(new URL('/api/me', address), { headers: { cookie } })
      return ((await me.json()) as { account: { isActive: boolean } }).account.isActive
    }
    expect(await isActive()).toBe(false)
    const activated = await inProcess(['activate', '--email', 'Inactive@example.com'])
    expect(activated).toBe(`The account of ${email} is now active.`)
    expect(await isActive()).toBe(true)
  })

  test.each([
    [
      ['change-email', '--email', 'a@example.com'],
      'Missing option: change-email needs --email ADDRESS --new ADDRESS.',
    ],
    [['activate', '--email', 'nobody@example.com'], 'No administrator has the email nobody@example.com.'],
    [['promote'], 'Missing option: --email ADDRESS.'],
    [['promote', '--email', 'nobody@example.com'], 'No user has the email nobody@example.com.'],
    [['create', '--email', 'nobody'], 'Invalid email address.'],
    [['reset-second-factor'], 'Missing option: --email ADDRESS.'],
    [['reset-second-factor', '--email', 'nobody'], 'Invalid email address.'],
    [['reset-second-factor', '--email', 'nobody@example.com'], 'No user has the email nobody@example.com.'],
  ])('%j fails with one line: %s', async (words, line) => {
    expect(await inProcess(words)).toBe(line)
  })

  test.each([
    [['create', '--email', 'a@example.com'], 'short', 'Password must be at least 8 characters.'],
    [['create', '--email', 'a@example.com'], 'sunshine', 'This password is too common.'],
    [['reset-passcode'], '123', 'The passcode must have 4 to 128 characters.'],
  ])('%j with the line %s fails with one line: %s', async (words, typed, line) => {
    expect(await inProcess(words, [typed])).toBe(line)
  })

  test.each([
    ['create', 'Email'],
    ['reset-passcode', 'Passcode of all administrators'],
  ])('%s without options, a terminal and lines on the standard input fails', async (word, missing) => {
    const { error, code } = await run([word])
    const line = `There is no terminal to ask on, and no line of the standard input for: ${missing}. See --help.`
    expect([error, code]).toEqual([line, 1])
  })

  test.each([
    ['create', 'password'],
    ['create', 'passcode'],
    ['reset-passcode', 'passcode'],
  ])('%s refuses --%s, which other users of the machine could read', async (word, option) => {
    const words = [word, '--email', 'seen@example.com', `--${option}`, 'seen by others']
    expect(await inProcess(words, ['a good one', 'a good one'])).toMatch(
      new RegExp(`^--${option} is refused: every user of this machine can read it`),
    )
  })

  test('create refuses a password that is on the list of breached passwords', async () => {
    const file = join(dataDir, 'breached.txt')
    const hash = createHash('sha1').update('seen in a breach').digest('hex').toUpperCase()
    writeFileSync(file, `${hash}:3\n`)
    const words = ['create', '--email', 'b@example.com']
    expect(await inProcess(words, ['seen in a breach'], { BREACHED_PASSWORDS_FILE: file })).toBe(
      'This password has appeared in a data breach. Choose another.',
    )
  })

  test('create fails with one line when SECRET_KEY is not the database’s', async () => {
    const words = ['create', '--email', 'c@example.com']
    expect(
      await inProcess(words, ['long enough'], { SECRET_KEY: 'a key that this bank has never been given' }),
    ).toBe(
      'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.',
    )
  })

  test('unknown arguments and --help print the usage', async () => {
    for (const words of [[], ['remove'], ['create', 'two'], ['--help']]) {
      expect(await inProcess(words)).toMatch(/^npm run administrator -- create/)
    }
  })
})
