import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { waitUntil } from '../../test/wait-until.ts'
import type { Config } from '../config/config.ts'
import { startJobs } from '../jobs/start-jobs.ts'

const address = 'https://bank.example'

let bank: TestBank
let smtp: MailServer
beforeAll(async () => {
  bank = await openTestBank()
  smtp = await openMailServer()
  await bank.elevate(bank.clara)
})
afterAll(async () => {
  await smtp.close()
  await bank.close()
})

/** Runs the bank's jobs with these settings during `work`, which gets the lines of the terminal. */
async function withJobs(settings: Partial<Config>, work: (said: string[]) => Promise<void>): Promise<void> {
  const said: string[] = []
  const log = { warn: () => {}, info: () => {} }
  const parts = { ...bank.bank, config: { ...bank.bank.config, ...settings } }
  const jobs = startJobs(parts, { address, log, print: (line) => said.push(line) })
  await work(said).finally(jobs.close)
}

/** Sends the token of the link in a text, as the link's page does. */
async function follow(text: string): Promise<number> {
  const token = new RegExp(`${address}/confirm-email#([\\w-]{43})`).exec(text)?.[1]
  const body = { token: token ?? '' }
  return (await bank.call(newVisitor(), endpoints.confirmCorrectedEmail, { body })).status
}

const correct = (person: Person, email: string) => correctionOf(bank, person, { email })

test('the mail to a new e-mail address carries a link that confirms it', async () => {
  const mail = {
    by: 'smtp',
    sender: { name: 'Truepenny', email: 'bank@bank.example' },
    url: smtp.url,
  } as const
  await withJobs({ mail }, async () => {
    await correct(bank.alice, 'alice@new.example')
    const arrived = () => smtp.mails.find(({ subject }) => subject === 'Confirm your new Truepenny email')
    await waitUntil(() => arrived() !== undefined)
    expect(arrived()?.to?.[0]?.address).toBe('alice@new.example')
    expect(await follow(arrived()!.text ?? '')).toBe(201)
  })
})

test('a demo that sends no mail prints each confirmation link in the terminal once', async () => {
  await withJobs({ demo: true }, async (said) => {
    await correct(bank.bruno, 'bruno@new.example')
    await waitUntil(() => said.length > 0)
    const dora = await bank.openAccount('Dora')
    bank.clock.pass(1)
    await correct(dora, 'dora@new.example')
    await waitUntil(() => said.length > 1)
    expect(said.map((line) => line.split(' https')[0])).toEqual([
      'Confirm bruno@new.example:',
      'Confirm dora@new.example:',
    ])
    expect(await follow(said[0]!)).toBe(201)
  })
})

test('such a demo prints the code for a new e-mail, and the links that confirm and take back an e-mail', async () => {
  const { browser, email } = await registered()
  await withJobs({ demo: true }, async (said) => {
    const printed = async (begin: string) => {
      await waitUntil(() => said.some((line) => line.startsWith(begin)))
      return said.find((line) => line.startsWith(begin))!
    }
    const token = new RegExp(`${address}/email#([\\w-]{43})$`).exec(await printed(`Confirm ${email}:`))?.[1]
    const confirmed = await bank.call(browser, endpoints.confirmOwnEmail, { body: { token: token ?? '' } })
    expect(confirmed.answer).toEqual({ isNew: true })
    await bank.call(browser, endpoints.confirmSession, { body: { password: registrationForm.password } })
    const body = { email: 'greta@new.example' }
    bank.clock.pass(1)
    await bank.call(browser, endpoints.requestEmailChange, { body })
    const code = /code (\d{6})$/.exec(await printed('Confirm greta@new.example:'))?.[1]
    bank.clock.pass(1)
    const changed = await bank.call(browser, endpoints.changeEmail, { body: { code: code ?? '' } })
    expect(changed.status).toBe(204)
    expect(await printed(`Take back ${email}:`)).toMatch(new RegExp(`${address}/restore-email#[\\w-]{43}$`))
  })
})

test('the mail with the code has it in words, and no link', async () => {
  const mail = {
    by: 'smtp',
    sender: { name: 'Truepenny', email: 'bank@bank.example' },
    url: smtp.url,
  } as const
  const { browser } = await registered()
  await withJobs({ mail }, async () => {
    await bank.call(browser, endpoints.confirmSession, { body: { password: registrationForm.password } })
    await bank.call(browser, endpoints.requestEmailChange, { body: { email: 'code@new.example' } })
    const arrived = () => smtp.mails.find(({ to }) => to?.[0]?.address === 'code@new.example')
    await waitUntil(() => arrived() !== undefined)
    const code = /^Code: (\d{6})$/m.exec(arrived()!.text ?? '')?.[1]
    expect(arrived()!.text).not.toContain(`${address}/`.concat('email'))
    expect((await bank.call(browser, endpoints.changeEmail, { body: { code: code ?? '' } })).status).toBe(204)
  })
})

let count = 0

/** A customer who registers, in the browser of the registration. */
async function registered() {
  const [browser, email] = [newVisitor(), `greta${++count}@example.com`]
  const { status } = await bank.call(browser, endpoints.register, { body: { ...registrationForm, email } })
  expect(status).toBe(201)
  return { browser, email }
}
