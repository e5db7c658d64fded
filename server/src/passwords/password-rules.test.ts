import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { openTestBank, type TestBank } from '../../test/bank.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { confirmIdentity } from '../../test/two-factor.ts'
import { makeFirstAdministrator } from '../admin/administrators/first-administrator.ts'
import { linkToken } from '../mail/link-token.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'

const breached = 'tide and timber 42'
const detail = 'This password has appeared in a data breach. Choose another'

const folder = mkdtempSync(join(tmpdir(), 'truepenny-breached-'))
let bank: TestBank
beforeAll(async () => {
  const file = join(folder, 'breached.txt')
  writeFileSync(file, `${createHash('sha1').update(breached).digest('hex').toUpperCase()}:12\n`)
  const firstAdministrator = { email: 'first@example.com', password: breached, passcode: '4711' }
  bank = await openTestBank({ breachedPasswordsFile: file, firstAdministrator })
})
afterAll(async () => {
  await bank.close()
  rmSync(folder, { recursive: true })
})

const form = { ...registrationForm, password: breached }

test('a breached password is refused at registration', async () => {
  const { status, problem } = await bank.call(newVisitor(), endpoints.register, { body: form })
  expect([status, problem.code, problem.errors]).toEqual([
    422,
    'password_breached',
    [{ pointer: '/password', detail }],
  ])
  const body = { ...form, password: 'never seen anywhere' }
  expect((await bank.call(newVisitor(), endpoints.register, { body })).status).toBe(201)
})

test('a breached password is refused when an administrator creates a user', async () => {
  await bank.elevate(bank.clara)
  const body = { ...form, email: 'made@example.com' }
  expect((await bank.call(bank.clara, endpoints.createUser, { body })).problem.code).toBe('password_breached')
})

test('a breached password is refused as a new password, on its field', async () => {
  const body = { new_password: breached, confirm_password: breached }
  await confirmIdentity(bank, bank.alice)
  const { problem } = await bank.call(bank.alice, endpoints.changePassword, { body })
  expect([problem.code, problem.errors]).toEqual([
    'password_breached',
    [{ pointer: '/new_password', detail }],
  ])
})

test('a breached password is refused with a reset link, which stays valid', async () => {
  await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.alice.email } })
  const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
  const token = linkToken(bank.bank.keys.passwordResetKey.current, queued[0]!.id)
  const use = (password: string) =>
    bank.call(newVisitor(), endpoints.resetPassword, {
      body: { token, new_password: password, confirm_password: password },
    })
  expect((await use(breached)).problem.code).toBe('password_breached')
  expect((await use('never seen anywhere')).status).toBe(204)
})

test('a first administrator with a breached password stops the start with one line', async () => {
  await bank.bank.db.query(`update users set role = 'customer'`)
  await expect(makeFirstAdministrator(bank.bank, bank.clock.now())).rejects.toThrow(
    `ADMIN_PASSWORD is refused: ${detail}.`,
  )
})
