import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../../../test/authenticator.ts'
import { endProgram, type Program, startProgram } from '../../../test/program.ts'

// Beside the whole program, on its own PostgreSQL: what an operator has.
let dataDir: string
let program: Program
let address: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'truepenny-administrator-'))
  program = startProgram({ DATA_DIR: dataDir, ADMIN_SECOND_FACTOR: 'optional' })
  address = (await program.ready)!
})
afterAll(async () => {
  await endProgram(program)
  rmSync(dataDir, { recursive: true, force: true })
})

const command = join(import.meta.dirname, '../../../../scripts/administrator.ts')

/** Types `npm run administrator -- …` where nobody can be asked. */
async function type(words: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [command, ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, complaint, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { said: said.trim(), complaint: complaint.trim(), code }
}

function post(path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(new URL(path, address), { method: 'POST', headers, body: JSON.stringify(body) })
}

/** What entering the passcode is answered with, for an administrator who signs in. */
async function passcodeStatus(email: string, password: string, passcode: string): Promise<number> {
  const signedIn = await post('/api/sessions', { email, password })
  const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '')
  return (await post('/api/admin/passcode-entries', { passcode }, cookie)).status
}

describe('npm run administrator', () => {
  test('makes administrators who can sign in, beside a running bank', async () => {
    const password = 'typed at a terminal'
    const first = await type([
      'create',
      '--email',
      'Ops@Example.com',
      '--password',
      password,
      '--passcode',
      '4711',
    ])
    expect(first.said).toBe('ops@example.com is an administrator. The passcode has been set.')
    expect(await passcodeStatus('ops@example.com', password, '4711')).toBe(201)

    const second = await type(['create', '--email', 'two@example.com', '--password', password])
    expect(second.said).toBe('two@example.com is an administrator. The passcode stays as it is.')
    expect(await passcodeStatus('two@example.com', password, '4711')).toBe(201)

    const again = await type(['create', '--email', 'two@example.com', '--password', password])
    expect(again.complaint).toBe('two@example.com has an account already: choose another e-mail.')
    expect(again.code).toBe(1)
  })

  test('takes what it needs from the environment', async () => {
    const password = 'kept in a file'
    const settings = { ADMIN_EMAIL: 'env@example.com', ADMIN_PASSWORD: password, ADMIN_PASSCODE: 'new one' }
    const made = await type(['create'], settings)
    expect(made.said).toBe('env@example.com is an administrator. The passcode has been set.')
    expect(await passcodeStatus('env@example.com', password, '4711')).toBe(422)
    expect(await passcodeStatus('env@example.com', password, 'new one')).toBe(201)
  })

  test('sets another passcode where nobody knows the old one any more, and closes everybody’s work', async () => {
    const password = 'forgot the passcode'
    const email = 'lost@example.com'
    await type(['create', '--email', email, '--password', password, '--passcode', 'the old one'])
    const signedIn = await post('/api/sessions', { email, password })
    const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '')
    const entered = await post('/api/admin/passcode-entries', { passcode: 'the old one' }, cookie)
    const elevated = entered.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const work = async () =>
      (await fetch(new URL('/api/admin/users', address), { headers: { cookie: elevated } })).status
    expect(await work()).toBe(200)

    const reset = await type(['reset-passcode', '--passcode', 'another one'])
    expect(reset.said).toBe('The passcode has been set. Every administrator has to enter it now.')
    expect(await work()).toBe(403)
    expect(await passcodeStatus(email, password, 'the old one')).toBe(422)
    expect(await passcodeStatus(email, password, 'another one')).toBe(201)
    const short = await type(['reset-passcode', '--passcode', '123'])
    expect([short.complaint, short.code]).toEqual(['The passcode must have 4 to 128 characters.', 1])
  })

  test('turns two-factor off for a user who has lost the telephone, beside a running bank', async () => {
    const password = 'kept on a telephone'
    const email = 'telephone@example.com'
    await type(['create', '--email', email, '--password', password, '--passcode', 'open it'])
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

    const reset = await type(['reset-second-factor', '--email', 'Telephone@example.com'])
    expect(reset.said).toBe(
      `Two-factor is off for ${email}. Every device of theirs was signed out, and they get a mail.`,
    )
    const me = await fetch(new URL('/api/me', address), { headers: { cookie: cookieOf(on) } })
    expect(me.status).toBe(401)
    expect(await (await post('/api/sessions', { email, password })).json()).toHaveProperty('user')
    const again = await type(['reset-second-factor', '--email', email])
    expect([again.complaint, again.code]).toEqual([
      `Two-factor is off for ${email}: there is nothing to reset.`,
      1,
    ])
  })

  test('changes the email of an administrator beside a running bank, and signs them out everywhere', async () => {
    const password = 'a mailbox that is gone'
    await type(['create', '--email', 'gone@example.com', '--password', password, '--passcode', '4711'])
    const signedIn = await post('/api/sessions', { email: 'gone@example.com', password })
    const cookie = signedIn.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const words = ['change-email', '--email', 'Gone@example.com', '--new', 'Found@example.com']
    expect((await type(words)).said).toBe(
      'The administrator gone@example.com signs in as found@example.com now. Every device of theirs was signed out, and both addresses get a mail.',
    )
    expect((await fetch(new URL('/api/me', address), { headers: { cookie } })).status).toBe(401)
    expect(await passcodeStatus('found@example.com', password, '4711')).toBe(201)
    const again = await type(words)
    expect([again.complaint, again.code]).toEqual(['Nobody has the e-mail gone@example.com.', 1])
  })

  test('activate makes an administrator’s account active, beside a running bank', async () => {
    const password = 'waits to be activated'
    const email = 'inactive@example.com'
    await type(['create', '--email', email, '--password', password, '--passcode', 'open it'])
    const session = await post('/api/sessions', { email, password })
    const cookie = session.headers.getSetCookie()[0]?.replace(/;.*/, '') ?? ''
    const isActive = async () => {
      const me = await fetch(new URL('/api/me', address), { headers: { cookie } })
      return ((await me.json()) as { account: { isActive: boolean } }).account.isActive
    }
    expect(await isActive()).toBe(false)
    const activated = await type(['activate', '--email', 'Inactive@example.com'])
    expect(activated.said).toBe(`The account of ${email} is active.`)
    expect(await isActive()).toBe(true)
  })

  test.each([
    [
      ['change-email', '--email', 'a@example.com'],
      'Say which e-mail is replaced, and by which: --email ADDRESS --new ADDRESS.',
    ],
    [['activate', '--email', 'nobody@example.com'], 'No administrator has the e-mail nobody@example.com.'],
    [['create', '--email', 'nobody', '--password', 'long enough'], 'Invalid email address.'],
    [
      ['create', '--email', 'a@example.com', '--password', 'short'],
      'Password must be at least 8 characters.',
    ],
    [['create', '--email', 'a@example.com', '--password', 'sunshine'], 'This password is too common.'],
    [['create'], 'Nobody can be asked here: give what --help says.'],
    [['reset-passcode'], 'Nobody can be asked here: give what --help says.'],
    [['reset-second-factor'], 'Say for whom: --email ADDRESS.'],
    [['reset-second-factor', '--email', 'nobody'], 'Invalid email address.'],
    [['reset-second-factor', '--email', 'nobody@example.com'], 'Nobody has the e-mail nobody@example.com.'],
    [['reset-passcode', '--passcode', '123'], 'The passcode must have 4 to 128 characters.'],
  ])('%j ends with one line: %s', async (words, line) => {
    const { complaint, code } = await type(words)
    expect([complaint, code]).toEqual([line, 1])
  })

  test('refuses a password that is on the list of breached ones', async () => {
    const file = join(dataDir, 'breached.txt')
    const hash = createHash('sha1').update('seen in a breach').digest('hex').toUpperCase()
    writeFileSync(file, `${hash}:3\n`)
    const words = ['create', '--email', 'b@example.com', '--password', 'seen in a breach']
    const { complaint, code } = await type(words, { BREACHED_PASSWORDS_FILE: file })
    expect([complaint, code]).toEqual(['This password has appeared in a data breach. Choose another.', 1])
  })

  test('stops with one line when SECRET_KEY is not the database’s', async () => {
    const words = ['create', '--email', 'c@example.com', '--password', 'long enough']
    const { complaint, code } = await type(words, { SECRET_KEY: 'a key that this bank has never been given' })
    expect([complaint, code]).toEqual([
      'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.',
      1,
    ])
  })

  test('says what it can do to somebody who asks for something else', async () => {
    for (const words of [[], ['remove'], ['create', 'two']]) {
      expect((await type(words)).complaint).toMatch(/^npm run administrator -- create/)
    }
    expect((await type(['--help'])).said).toMatch(/^npm run administrator -- create/)
  })
})
