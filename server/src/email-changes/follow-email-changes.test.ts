import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { type MailServer, openMailServer } from '../../test/mail-server.ts'
import { waitUntil } from '../../test/wait-until.ts'
import type { Config } from '../config/config.ts'
import { startJobs } from '../jobs.ts'

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
  return (await bank.call(newVisitor(), endpoints.confirmEmail, { body })).status
}

const correct = (person: Person, email: string) => correctionOf(bank, person, { email })

test('the mail to a new e-mail address carries a link that confirms it', async () => {
  const mail = { by: 'smtp', from: 'bank@bank.example', url: smtp.url } as const
  await withJobs({ mail }, async () => {
    await correct(bank.alice, 'alice@new.example')
    const arrived = () => smtp.mails.find(({ subject }) => subject === 'Confirm your new Truepenny email')
    await waitUntil(() => arrived() !== undefined)
    expect(arrived()?.to?.[0]?.address).toBe('alice@new.example')
    expect(await follow(arrived()!.text ?? '')).toBe(204)
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
    expect(await follow(said[0]!)).toBe(204)
  })
})
