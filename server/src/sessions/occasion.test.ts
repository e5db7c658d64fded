import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, password, pin, type TestBank } from '../../test/bank.ts'
import { resetTwoFactor } from '../admin/two-factor/reset-two-factor.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ timeZone: 'Europe/Berlin' })
})
afterAll(() => bank.close())

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

test('a mail about the security of an account says when, in which network and in which browser', async () => {
  const dora = await bank.openAccount('Dora')
  const browser = newVisitor()
  await bank.call(browser, endpoints.signIn, { headers, body: { email: dora.email, password } })
  const confirm = (shown = {}) =>
    bank.call(browser, endpoints.confirmSession, { headers, body: { password, ...shown } })
  await bank.call(browser, endpoints.changePin, { headers, body: { current_pin: pin, new_pin: '4271' } })
  const limits = { payment: null, month: null }
  await bank.call(browser, endpoints.setGuard, {
    headers,
    params: { currency: 'USD' },
    body: { ...limits, day: '100' },
  })
  await bank.call(browser, endpoints.setGuard, {
    headers,
    params: { currency: 'USD' },
    body: { ...limits, day: '900' },
  })
  await bank.call(browser, endpoints.freeze, { headers })
  await confirm()
  await bank.call(browser, endpoints.thaw, { headers })
  await confirm()
  const { secret } = (await bank.call(browser, endpoints.beginTwoFactor, { headers })).answer
  const code = codeAt(secret, bank.clock.now())
  await bank.call(browser, endpoints.turnOnTwoFactor, { headers, body: { code } })
  bank.clock.pass(0.5)
  await confirm({ code: codeAt(secret, bank.clock.now()) })
  await bank.call(browser, endpoints.makeRecoveryCodes, { headers })
  bank.clock.pass(0.5)
  await confirm({ code: codeAt(secret, bank.clock.now()) })
  await bank.call(browser, endpoints.turnOffTwoFactor, { headers })
  await confirm()
  const next = { new_password: 'another long password', confirm_password: 'another long password' }
  await bank.call(browser, endpoints.changePassword, { headers, body: next })

  const mails = await mailsTo(bank, dora.email)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A new device logged in to Truepenny',
    'New Truepenny recovery codes were made',
    'Two-factor authentication is off at Truepenny',
    'Two-factor authentication is on at Truepenny',
    'Your Truepenny PIN was changed',
    'Your Truepenny password was changed',
    'Your limits at Truepenny will be higher in 24 hours',
    'Your payments at Truepenny are frozen',
    'Your payments at Truepenny are no longer frozen',
  ])
  for (const { letter } of mails) {
    expect(letter.facts?.slice(-3)).toEqual([
      { label: 'When', value: expect.stringMatching(/^November 21, 2026 at 1:0\d PM GMT\+1$/) },
      { label: 'Network', value: '127.0.0.0/24' },
      { label: 'Browser', value: 'Firefox on Linux' },
    ])
    expect(letter.button?.page).toMatch(/^\/(limits|settings\?tab=password)$/)
  }
  const raised = mails.find(({ subject }) => subject.startsWith('Your limits'))
  expect(raised?.letter.facts?.slice(0, 2)).toEqual([
    { label: 'Limit per day', value: '$100.00 to $900.00' },
    { label: 'Takes effect', value: 'November 22, 2026 at 1:00 PM GMT+1' },
  ])
})

test('a mail about an act of an operator says when, and not where', async () => {
  const erik = await bank.openAccount('Erik')
  await bank.call(erik, endpoints.confirmSession, { body: { password } })
  const { secret } = (await bank.call(erik, endpoints.beginTwoFactor)).answer
  await bank.call(erik, endpoints.turnOnTwoFactor, { body: { code: codeAt(secret, bank.clock.now()) } })
  await resetTwoFactor(bank.bank, erik.email, bank.clock.now())
  const [mail] = await mailsTo(bank, erik.email, '%was reset%')
  expect(mail?.letter.facts?.map(({ label }) => label)).toEqual(['When'])
})
