import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { endProgram, type Program, startProgram } from '../../test/program.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { copyUsedDirectory } from '../../test/used-directory.ts'
import { waitUntil } from '../../test/wait-until.ts'

// The real program, on the PostgreSQL it brings along.
let dataDir: string
let smtp: MailServer
let programs: Program[] = []
beforeAll(async () => {
  smtp = await openMailServer()
  dataDir = await copyUsedDirectory()
})
afterEach(async () => {
  await Promise.all(programs.map((program) => endProgram(program)))
  programs = []
})
afterAll(async () => {
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}): Promise<{ program: Program; address: string }> {
  const program = startProgram({ DATA_DIR: dataDir, ...settings })
  programs.push(program)
  const address = await program.ready
  if (address === undefined) throw new Error((await program.ended).complaint)
  return { program, address }
}

/** A second process on the database of the first one. */
function startBeside(settings: Record<string, string>) {
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const socket = encodeURIComponent(join(dataDir, 'postgres'))
  return start({
    DATABASE_URL: `postgresql://bank:${password}@localhost/bank?host=${socket}`,
    SECRET_KEY_FILE: join(dataDir, 'secret-key'),
    ...settings,
  })
}

const withMail = () => ({ SMTP_URL: smtp.url, MAIL_FROM: 'bank@bank.example' })

/** Registers, again while the bank has too much to do. */
async function register(address: string, email: string): Promise<number> {
  const { status } = await fetch(`${address}/api/registrations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ ...registrationForm, email }),
  })
  return status === 503 ? register(address, email) : status
}

const arrived = (email: string) => smtp.mails.filter(({ to }) => to?.[0]?.address === email)

test('a mail that was written when the program was killed is sent after its next start', async () => {
  const { program, address } = await start()
  expect(await register(address, 'killed@example.com')).toBe(201)
  program.child.kill('SIGKILL')
  await program.ended
  await start(withMail())
  await waitUntil(() => arrived('killed@example.com').length > 0)
  expect(arrived('killed@example.com')).toMatchObject([{ subject: 'Welcome to Truepenny' }])
})

test('two processes on one database send each mail once', async () => {
  const banks = [await start(withMail()), await startBeside(withMail())]
  const people = [1, 2, 3, 4, 5, 6].map((one) => `two${one}@example.com`)
  const registered = people.map((email, at) => register(banks[at % 2]!.address, email))
  expect(await Promise.all(registered)).toEqual(people.map(() => 201))
  await waitUntil(() => people.every((email) => arrived(email).length > 0))
  // A program that is stopped finishes the jobs under way.
  await Promise.all(programs.map((program) => endProgram(program)))
  expect(people.map((email) => arrived(email).length)).toEqual(people.map(() => 1))
})

test('a registration neither waits for a mail server that is away nor fails with it', async () => {
  const { program, address } = await start({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'bank@bank.example',
  })
  expect(await register(address, 'away@example.com')).toBe(201)
  const said: string[] = []
  for await (const line of createInterface({ input: program.child.stdout! })) {
    said.push(line)
    if (line.includes('mail cannot be delivered and is retried')) break
  }
  // The log has no personal data.
  expect(said.join()).not.toMatch(/away@|Greta/)
})
