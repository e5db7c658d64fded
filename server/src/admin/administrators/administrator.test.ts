import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  messageOf,
  runAdministratorCommand,
} from '../../../../scripts/administrator/administrator-command.ts'
import { codeAt } from '../../../test/authenticator.ts'
import { endProgram, inheritedEnvironment, type Program, startProgram } from '../../../test/program.ts'
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
async function run(words: string[]) {
  const child = spawn(process.execPath, [command, ...words], {
    env: { ...inheritedEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { output: output.trim(), error: error.trim(), code }
}

/** Runs `npm run administrator -- …` in this process. Returns its output, or the line with which it fails. */
function inProcess(words: string[], settings: Record<string, string> = {}): Promise<string> {
  const env = { ...inheritedEnvironment(), DATA_DIR: dataDir, ...settings }
  return runAdministratorCommand(words, env).catch(messageOf)
}

const add = (email: string, password: string, passcode: string) =>
  inProcess(['create', '--email', email, '--password', password, '--passcode', passcode])

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
    const first = await run([
      'create',
      '--email',
      'Ops@Example.com',
      '--password',
      password,
      '--passcode',
      '4711',
    ])
    expect(first.output).toBe('ops@example.com is an administrator. The passcode was set.')
    expect(await passcodeStatus('ops@example.com', password, '4711')).toBe(201)

    const second = await inProcess(['create', '--email', 'two@example.com', '--password', password])
    expect(second).toBe('two@example.com is an administrator. The passcode was not changed.')
    expect(await passcodeStatus('two@example.com', password, '4711')).toBe(201)

    const again = await run(['create', '--email', 'two@example.com', '--password', password])
    expect([again.error, again.code]).toEqual([
      'A user with the email two@example.com exists already. Choose another email.',
      1,
    ])
  })

  test('create reads the e-mail, the password and the passcode from the environment', async () => {
    const password = 'kept in a file'
    const settings = { ADMIN_EMAIL: 'env@example.com', ADMIN_PASSWORD: password, ADMIN_PASSCODE: 'new one' }
    const made = await inProcess(['create'], settings)
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

    const reset = await inProcess(['reset-passcode', '--passcode', 'another one'])
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
    const cookie = cookieOf(await post('/api/sessions', { email, password }))
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
    [['create', '--email', 'nobody', '--password', 'long enough'], 'Invalid email address.'],
    [
      ['create', '--email', 'a@example.com', '--password', 'short'],
      'Password must be at least 8 characters.',
    ],
    [['create', '--email', 'a@example.com', '--password', 'sunshine'], 'This password is too common.'],
    [['reset-second-factor'], 'Missing option: --email ADDRESS.'],
    [['reset-second-factor', '--email', 'nobody'], 'Invalid email address.'],
    [['reset-second-factor', '--email', 'nobody@example.com'], 'No user has the email nobody@example.com.'],
    [['reset-passcode', '--passcode', '123'], 'The passcode must have 4 to 128 characters.'],
  ])('%j fails with one line: %s', async (words, line) => {
    expect(await inProcess(words)).toBe(line)
  })

  test.each(['create', 'reset-passcode'])('%s without options and without a terminal fails', async (word) => {
    const { error, code } = await run([word])
    expect([error, code]).toEqual(['There is no terminal to ask on. Pass the options that --help lists.', 1])
  })

  test('create refuses a password that is on the list of breached passwords', async () => {
    const file = join(dataDir, 'breached.txt')
    const hash = createHash('sha1').update('seen in a breach').digest('hex').toUpperCase()
    writeFileSync(file, `${hash}:3\n`)
    const words = ['create', '--email', 'b@example.com', '--password', 'seen in a breach']
    expect(await inProcess(words, { BREACHED_PASSWORDS_FILE: file })).toBe(
      'This password has appeared in a data breach. Choose another.',
    )
  })

  test('create fails with one line when SECRET_KEY is not the database’s', async () => {
    const words = ['create', '--email', 'c@example.com', '--password', 'long enough']
    expect(await inProcess(words, { SECRET_KEY: 'a key that this bank has never been given' })).toBe(
      'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.',
    )
  })

  test('unknown arguments and --help print the usage', async () => {
    for (const words of [[], ['remove'], ['create', 'two'], ['--help']]) {
      expect(await inProcess(words)).toMatch(/^npm run administrator -- create/)
    }
  })
})
