import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const send = (who: Person, form: ReturnType<typeof transfer>) =>
  bank.call(who, endpoints.sendTransfer, { body: form })
const query = (text: string, ...values: unknown[]) => bank.bank.db.query(text, values)

/** A customer whose session the bank has just read for a transfer. */
async function openSender(name: string) {
  const who = await bank.openAccount(name, { amountMinor: 100_00n })
  expect((await send(who, transfer())).status).toBe(201)
  return who
}

const sentBy = async ({ userId }: Person) =>
  (await query("select from transactions where made_by = $1 and kind <> 'funding'", userId)).rowCount

test('further transfers in a session are sent without a look-up of the session, and with their own answers', async () => {
  const anna = await openSender('Anna')
  const find = vi.spyOn(bank.bank.sessions, 'find')
  const forms = ['1.00', '2.00', '3.00'].map((amount) => transfer({ amount }))
  for (const form of forms) {
    const { status, answer } = await send(anna, form)
    expect([status, answer.id, answer.amount]).toEqual([201, form.transactionId, form.amount])
  }
  expect(find).not.toHaveBeenCalled()
  find.mockRestore()
  expect(await sentBy(anna)).toBe(4)
})

describe('a session that ends after it was read', () => {
  test.each([
    ['a right transfer', 'Bert', {}],
    ['a wrong PIN', 'Berta', { transaction_pin: '9999' }],
    ['a malformed form', 'Boris', { amount: 'ten' }],
    ['an amount above the balance', 'Britta', { amount: '5000.00' }],
  ])(
    '%s is refused as signed out, nothing is booked, and no wrong PIN is counted',
    async (_, name, wishes) => {
      const bert = await openSender(name)
      await query('delete from sessions where user_id = $1', bert.userId)
      const { status, problem } = await send(bert, transfer(wishes))
      expect([status, problem.code]).toEqual([401, 'signed_out'])
      expect(await sentBy(bert)).toBe(1)
      const { rows } = await query('select wrong_count from pins where user_id = $1', bert.userId)
      expect(rows).toEqual([{ wrong_count: 0 }])
    },
  )

  test('a transfer above the limit of a minute is refused as signed out, and that of an open session as one too many', async () => {
    const berit = await openSender('Berit')
    // The limit of 30 successful transfers.
    await Promise.all(Array.from({ length: 29 }, () => send(berit, transfer({ amount: '1.00' }))))
    const refused = async () => (await send(berit, transfer({ amount: '1.00' }))).problem.code
    expect(await refused()).toBe('too_many_attempts')
    await query('delete from sessions where user_id = $1', berit.userId)
    expect(await refused()).toBe('signed_out')
  })

  test('fields that the form does not have are audited for an open session, and not for one that has ended', async () => {
    const [carl, open] = [await openSender('Carl'), await openSender('Carla')]
    const form = { ...transfer(), balance: '1.00' }
    const formsRefused = async ({ userId }: Person) =>
      (await query("select from audit_events where actor_id = $1 and action = 'form_refused'", userId))
        .rowCount
    await query('delete from sessions where user_id = $1', carl.userId)
    expect((await send(carl, form)).problem.code).toBe('signed_out')
    expect((await send(open, form)).problem.code).toBe('validation')
    expect([await formsRefused(carl), await formsRefused(open)]).toEqual([0, 1])
  })

  test('a repeat of an earlier transfer is refused as well', async () => {
    const cora = await bank.openAccount('Cora', { amountMinor: 100_00n })
    const form = transfer()
    expect((await send(cora, form)).status).toBe(201)
    await query('delete from sessions where user_id = $1', cora.userId)
    expect((await send(cora, form)).problem.code).toBe('signed_out')
  })

  test('the others of the same batch are booked', async () => {
    const [ended, ...open] = await Promise.all(['Dora', 'Emil', 'Fritz', 'Gina'].map(openSender))
    await query('delete from sessions where user_id = $1', ended!.userId)
    const answers = await Promise.all([ended!, ...open].map((who) => send(who, transfer())))
    expect(answers.map(({ status }) => status)).toEqual([401, 201, 201, 201])
  })
})

describe('what a session stands for changes after it was read:', () => {
  test('a password that an administrator set has to be replaced first', async () => {
    const hugo = await openSender('Hugo')
    await query(
      "update users set password_temporary_until = now() + interval '1 day' where id = $1",
      hugo.userId,
    )
    expect((await send(hugo, transfer())).problem.code).toBe('secrets_temporary')
    expect(await sentBy(hugo)).toBe(1)
  })

  test('a deactivated account sends nothing', async () => {
    const ines = await openSender('Ines')
    await query('update accounts set is_active = false where user_id = $1', ines.userId)
    expect((await send(ines, transfer())).problem.code).toBe('account_inactive')
    expect(await sentBy(ines)).toBe(1)
  })

  test('the payee reads the new name of the sender', async () => {
    const [jana, kurt] = await Promise.all(['Jana', 'Kurt'].map(openSender))
    await query("update users set name = 'Jana Roth' where id = $1", jana!.userId)
    const { number } = (await bank.call(kurt!, endpoints.readMe)).answer.account
    const form = transfer({ account_number: number, bank_name: bank.bank.config.bankName })
    expect((await send(jana!, form)).status).toBe(201)
    const { answer } = await bank.call(kurt!, endpoints.listTransactions)
    const received = answer.transactions.find(({ id }) => id === form.transactionId)
    expect(received?.description).toContain('Jana Roth')
  })

  test('a transfer waits for an undo time that its sender has just chosen', async () => {
    const [karl, lisa] = await Promise.all(['Karl', 'Lisa'].map(openSender))
    await query('update users set undo_seconds = 30 where id = $1', karl!.userId)
    const form = transfer({ account_number: lisa!.account.number, bank_name: bank.bank.config.bankName })
    expect((await send(karl!, form)).answer.firstStatus).toBe('pending')
  })

  test('a right transfer by an earlier cookie is sent while that cookie may still do so', async () => {
    const lena = await openSender('Lena')
    await query(
      `update sessions set superseded_hash = token_hash, superseded_at = now(), token_hash = sha256('another')
        where user_id = $1`,
      lena.userId,
    )
    expect((await send(lena, transfer())).status).toBe(201)
  })
})

test('a session is read again after 30 seconds', async () => {
  const mara = await openSender('Mara')
  const find = vi.spyOn(bank.bank.sessions, 'find')
  bank.clock.pass(0.6)
  expect((await send(mara, transfer())).status).toBe(201)
  expect(find).toHaveBeenCalledTimes(1)
  find.mockRestore()
})
