import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const dana = {
  account_name: 'Dana Reed',
  account_number: '1234567890',
  bank_name: 'First Harbour Bank',
  bank_address: '1 Quay Street, Boston',
  swift_code: 'FHBKUS33',
  routing_number: '011000015',
}

const save = (who: Person, wishes: Readonly<Record<string, unknown>> = {}) =>
  bank.call(who, endpoints.saveBeneficiary, { body: { ...dana, ...wishes } })
const listOf = async (who: Person) => (await bank.call(who, endpoints.listBeneficiaries)).answer.beneficiaries
const namesOf = async (who: Person) => (await listOf(who)).map(({ name }) => name)
const rename = (who: Person, id: string, name: string) =>
  bank.call(who, endpoints.renameBeneficiary, { params: { id }, body: { name } })
const remove = (who: Person, id: string) => bank.call(who, endpoints.removeBeneficiary, { params: { id } })

describe('a saved beneficiary', () => {
  test('a beneficiary is saved under the account’s name or a chosen name, and the list is sorted by name', async () => {
    const emma = await bank.openAccount('Emma')
    expect(await listOf(emma)).toEqual([])
    const { status, answer } = await save(emma)
    expect(status).toBe(201)
    expect(answer).toEqual({
      id: answer.id,
      name: 'Dana Reed',
      accountName: 'Dana Reed',
      accountNumber: '1234567890',
      bankName: 'First Harbour Bank',
      bankAddress: '1 Quay Street, Boston',
      swiftCode: 'FHBKUS33',
      routingNumber: '011000015',
    })
    await save(emma, { account_number: '2234567890', name: ' the landlord ' })
    await save(emma, { account_number: '3234567890', name: 'Ärzte' })
    expect(await namesOf(emma)).toEqual(['Ärzte', 'Dana Reed', 'the landlord'])
  })

  test('a beneficiary that is saved again is updated and keeps its name', async () => {
    const fritz = await bank.openAccount('Fritz')
    const first = (await save(fritz, { name: 'Rent' })).answer
    const again = await save(fritz, {
      account_number: ' 123 456 7890 ',
      bank_name: 'FIRST  harbour bank',
      bank_address: '2 Quay Street, Boston',
    })
    expect([again.status, again.answer.id]).toEqual([201, first.id])
    expect(await listOf(fritz)).toEqual([
      {
        ...first,
        accountNumber: '123 456 7890',
        bankName: 'FIRST  harbour bank',
        bankAddress: '2 Quay Street, Boston',
      },
    ])
    await save(fritz, { bank_name: 'Second Harbour Bank' })
    expect(await listOf(fritz)).toHaveLength(2)
  })

  test('a beneficiary that is saved twenty times at once is stored once', async () => {
    const greta = await bank.openAccount('Greta')
    const replies = await Promise.all(Array.from({ length: 20 }, () => save(greta)))
    // A busy machine may refuse some of them.
    const saved = replies.filter(({ status }) => status !== 503)
    expect(new Set(saved.map(({ status, answer }) => `${status} ${answer.id}`)).size).toBe(1)
    expect(await listOf(greta)).toHaveLength(1)
  })

  test('a beneficiary’s name in any alphabet is stored unchanged', async () => {
    const hugo = await bank.openAccount('Hugo')
    const names = ['שלום בע״מ', '<b>=1+1</b>', '👪🏦', 'x'.repeat(100), '東京支店']
    for (const [position, account_name] of names.entries()) {
      await save(hugo, { account_name, account_number: `000000000${position}` })
    }
    expect(new Set(await namesOf(hugo))).toEqual(new Set(names))
  })

  test('an invalid beneficiary is refused on the field, by the rules of the transfer form', async () => {
    const ida = await bank.openAccount('Ida')
    for (const [field, value, detail] of [
      ['account_number', '123456789', 'Account number must be at least 10 digits'],
      ['account_name', ' ', 'Account name is required'],
      ['bank_name', 'x'.repeat(101), 'Bank name must be at most 100 characters'],
      ['swift_code', '', 'Swift code is required'],
      ['name', '', 'Name is required'],
      ['name', 'a\u202eb', 'Name has characters that can’t be shown'],
    ] as const) {
      const { status, problem } = await save(ida, { [field]: value })
      expect([status, problem.errors.map(({ pointer }) => pointer)]).toEqual([422, [`/${field}`]])
      expect(problem.errors[0]?.detail).toBe(detail)
    }
    const { status, problem } = await save(ida, { amount: '1.00' })
    expect([status, problem.errors]).toEqual([422, [{ pointer: '', detail: 'Unknown fields: 1' }]])
    expect(await listOf(ida)).toEqual([])
  })

  test('a customer can save a hundred beneficiaries, also at once, and can then still update one', async () => {
    const jonas = await bank.openAccount('Jonas')
    const { rowCount } = await bank.bank.db.query(
      `insert into beneficiaries
         select gen_random_uuid(), $1, n::text, n::text, n::text, 'B', 'A', 'S', 'R', n || ' b', now()
           from generate_series(1000000001, 1000000099) n`,
      [jonas.userId],
    )
    expect(rowCount).toBe(99)
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, n) => save(jonas, { account_number: `200000000${n}` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.problem.detail).toBe(
      'You can save at most 100 payees. Remove one first',
    )
    expect((await save(jonas, { account_number: '1000000007', bank_name: 'B' })).status).toBe(201)
    expect(await listOf(jonas)).toHaveLength(100)
  })
})

describe('the list of beneficiaries', () => {
  test('another customer’s beneficiary can neither be read, renamed nor removed', async () => {
    const karla = await bank.openAccount('Karla')
    const louis = await bank.openAccount('Louis')
    const { id } = (await save(karla)).answer
    expect(await listOf(louis)).toEqual([])
    for (const reply of [await rename(louis, id, 'Mine'), await remove(louis, id)]) {
      expect([reply.status, reply.problem.code]).toEqual([404, 'beneficiary_not_found'])
    }
    expect(await namesOf(karla)).toEqual(['Dana Reed'])
  })

  test('a beneficiary can be renamed, and removed once', async () => {
    const maria = await bank.openAccount('Maria')
    const { id } = (await save(maria)).answer
    expect((await rename(maria, id, ' My sister ')).status).toBe(204)
    expect(await listOf(maria)).toMatchObject([{ name: 'My sister', accountName: 'Dana Reed' }])
    const blank = await rename(maria, id, ' ')
    expect([blank.status, blank.problem.errors]).toEqual([
      422,
      [{ pointer: '/name', detail: 'Name is required' }],
    ])
    expect((await remove(maria, id)).status).toBe(204)
    expect((await remove(maria, id)).status).toBe(404)
    expect(await listOf(maria)).toEqual([])
  })

  test('the list of beneficiaries needs a session', async () => {
    const { status, problem } = await bank.call(null, endpoints.listBeneficiaries)
    expect([status, problem.code]).toEqual([401, 'signed_out'])
  })
})

describe('the recent beneficiaries', () => {
  const pay = async (who: Person, form: Readonly<Record<string, unknown>>) => {
    bank.clock.pass(1)
    const body = transfer({ amount: '1.00', ...form })
    expect((await bank.call(who, endpoints.sendTransfer, { body })).status).toBe(201)
    return body.transactionId
  }
  const recentOf = async (who: Person) =>
    (await bank.call(who, endpoints.listRecentBeneficiaries)).answer.beneficiaries
  const numbersOf = async (who: Person) => (await recentOf(who)).map(({ accountNumber }) => accountNumber)

  test('a beneficiary paid twice is recent once, as written last, and the latest is first', async () => {
    const nora = await bank.openAccount('Nora', { amountMinor: 100_00n })
    expect(await recentOf(nora)).toEqual([])
    await pay(nora, { account_number: '1234567890', bank_address: '1 Quay Street' })
    await pay(nora, { account_number: '2234567890' })
    const last = await pay(nora, { account_number: '123 456 7890', bank_address: '2 Quay Street' })
    const [first, second, ...others] = await recentOf(nora)
    expect(first).toMatchObject({
      transactionId: last,
      paidAt: bank.clock.now().toISOString(),
      accountName: 'Dana Reed',
      accountNumber: '123 456 7890',
      bankAddress: '2 Quay Street',
    })
    expect(second?.accountNumber).toBe('2234567890')
    expect(others).toEqual([])
  })

  test('a saved beneficiary and one whose transfer failed are not recent, and six are the most', async () => {
    const otto = await bank.openAccount('Otto', { amountMinor: 100_00n })
    for (let n = 0; n < 9; n++) await pay(otto, { account_number: `300000000${n}` })
    expect(await numbersOf(otto)).toEqual(['8', '7', '6', '5', '4', '3'].map((n) => `300000000${n}`))
    await save(otto, { account_number: '300 000 0008', bank_name: 'FIRST harbour bank' })
    await bank.bank.db.query(
      "update transactions set status = 'failed' where beneficiary_account_number = '3000000007'",
    )
    expect(await numbersOf(otto)).toEqual(['6', '5', '4', '3', '2', '1'].map((n) => `300000000${n}`))
  })

  test('a customer who has only received money has no recent beneficiary', async () => {
    const paula = await bank.openAccount('Paula')
    const quentin = await bank.openAccount('Quentin', { amountMinor: 100_00n })
    await pay(quentin, { account_number: paula.account.number, bank_name: bank.bank.config.bankName })
    expect(await recentOf(paula)).toEqual([])
    expect(await numbersOf(quentin)).toEqual([paula.account.number])
  })
})
