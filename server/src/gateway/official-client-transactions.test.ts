import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, passcode } from '../../test/bank.ts'
import {
  debitOf,
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  refusalOf,
} from '../../test/hosted-client.ts'

const unauthorized = { code: 401, type: 'user_unauthorized' }
const structure = { code: 400, type: 'document_invalid_structure' }

const beneficiary = {
  account_name: 'Dana Reed',
  account_number: '1234567890',
  bank_name: 'First Harbour Bank',
  bank_address: '1 Quay Street, Boston',
  swift_code: 'FHBKUS33',
  routing_number: '011000015',
}

describe.each(hostedClients)('the transactions collection with the %s', (name, sdk) => {
  const { ID } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const read = (page: HostedPage, id: string) => page.databases.getDocument('truedb', 'transactions', id)
  const setStatus = (page: HostedPage, id: string, status: string) =>
    page.databases.updateDocument('truedb', 'transactions', id, { status })
  const balanceOf = async (page: HostedPage, { userId }: Person) =>
    (await page.databases.getDocument('truedb', 'users', userId)).balance

  describe('sending', () => {
    test(`the ${name} sends a plain transfer, which waits until it is settled`, async () => {
      const { person, page, send } = await bank.openSender('Ada')
      const id = ID.unique()
      const sent = await send({ transactionId: ID.unique() }, id)
      expect(sent).toMatchObject({
        $id: id,
        $collectionId: 'transactions',
        $databaseId: 'truedb',
        $permissions: [`read("user:${person.userId}")`],
        id: person.userId,
        transactionId: id,
        amount: 10,
        type: 'debit',
        description: 'Rent of November',
        status: 'pending',
      })
      expect(sent).not.toHaveProperty('transaction_pin')
      expect(await read(page, id)).toMatchObject({ $id: id, amount: 10 })
      expect(await balanceOf(page, person)).toBe(90)
      // The bank makes the id.
      const { $id: made } = await send({}, 'unique()')
      expect(await read(page, made)).toMatchObject({ $id: made, transactionId: made })
    })

    test(`the ${name} sends to a beneficiary, inside the bank at once`, async () => {
      const { person, page, send } = await bank.openSender('Bea')
      const outside = await send({ ...beneficiary })
      expect(outside).toMatchObject({ status: 'pending', amount: 10 })
      const { page: other, person: receiver } = await bank.openSender('Cem')
      const inside = {
        ...beneficiary,
        account_name: 'Cem',
        account_number: receiver.account.number,
        bank_name: bank.bank.config.bankName,
      }
      const { $id: id, status } = await send(inside)
      expect(status).toBe('success')
      expect(await balanceOf(page, person)).toBe(80)
      expect(await read(other, `${id}.in`)).toMatchObject({
        $id: `${id}.in`,
        id: receiver.userId,
        type: 'credit',
        amount: 10,
        status: 'success',
      })
      expect(await refusalOf(read(other, id))).toMatchObject({ code: 404, type: 'document_not_found' })
    })

    test(`a transfer that the ${name} sends twice is one transfer`, async () => {
      const { person, page, send } = await bank.openSender('Dag')
      const id = ID.unique()
      const twice = await Promise.all([send({}, id), send({}, id)])
      expect(twice[0]).toEqual(twice[1])
      expect(await send({}, id)).toEqual(twice[0])
      expect(await refusalOf(send({ amount: 11 }, id))).toMatchObject({
        code: 409,
        type: 'document_already_exists',
      })
      expect(await balanceOf(page, person)).toBe(90)
    })

    test(`the ${name} is refused a transfer without the PIN, with a wrong one and after too many`, async () => {
      const { person, page, send } = await bank.openSender('Eli')
      const { transaction_pin: _, ...withoutPin } = debitOf(person)
      expect(
        await refusalOf(
          page.databases.createDocument('truedb', 'transactions', ID.unique(), { ...withoutPin }),
        ),
      ).toMatchObject({
        ...structure,
        message: 'Invalid document structure: Missing required attribute "transaction_pin"',
      })
      const wrong = () => refusalOf(send({ transaction_pin: '9999' }))
      expect(await wrong()).toMatchObject({ ...structure, message: 'Invalid transaction pin' })
      const codes: number[] = []
      for (let attempts = 0; attempts < 8 && codes.at(-1) !== 429; attempts++)
        codes.push((await wrong()).code)
      expect(codes.at(-1)).toBe(429)
      expect(await refusalOf(send())).toMatchObject({ code: 429, type: 'general_rate_limit_exceeded' })
      expect(await balanceOf(page, person)).toBe(100)
    })

    test(`the ${name} is refused an amount that is too high, too fine or no number`, async () => {
      const { person, page, send } = await bank.openSender('Flo')
      expect(await refusalOf(send({ amount: 100.01 }))).toMatchObject({
        ...structure,
        message: 'Insufficient balance',
      })
      for (const amount of [0, -1, 0.1 + 0.2, 10.001, '10.00', null]) {
        expect(await refusalOf(send({ amount })), String(amount)).toMatchObject(structure)
      }
      expect(await balanceOf(page, person)).toBe(100)
    })

    test(`the ${name} is refused a number that this bank does not have, and its plain transfer is not`, async () => {
      const { person, page, send } = await bank.openSender('Ben')
      const missing = { ...beneficiary, account_number: '1000000000', bank_name: bank.bank.config.bankName }
      for (let times = 0; times < 10; times++) {
        expect(await refusalOf(send(missing))).toMatchObject({
          ...structure,
          message: 'There is no such account at Truepenny. Nothing was sent. Check the number.',
        })
      }
      expect(await refusalOf(send(missing))).toMatchObject({ code: 429, type: 'general_rate_limit_exceeded' })
      expect(await balanceOf(page, person)).toBe(100)
      expect(await send()).toMatchObject({ status: 'pending', amount: 10 })
    })

    test(`the ${name} is refused a credit, another’s debit, another status and part of a beneficiary`, async () => {
      const { person, page, send } = await bank.openSender('Gus')
      expect(await refusalOf(send({ type: 'credit' }))).toMatchObject(unauthorized)
      expect(await refusalOf(send({ id: bank.alice.userId }))).toMatchObject(unauthorized)
      expect(await refusalOf(send({ status: 'success' }))).toMatchObject({ code: 400 })
      expect(await refusalOf(send({ swift_code: 'FHBKUS33' }))).toMatchObject({ code: 400 })
      expect(await refusalOf(send({ description: 'two\nlines' }))).toMatchObject({ code: 400 })
      expect(await refusalOf(send({ reference: 'unknown' }))).toMatchObject({ code: 400 })
      expect(await refusalOf(send({}, 'an id of his'))).toMatchObject({
        code: 400,
        type: 'general_argument_invalid',
      })
      expect(await balanceOf(page, person)).toBe(100)
    })

    test(`the ${name} of an inactive account and of an administrator’s panel sends nothing for a customer`, async () => {
      const { send } = await bank.openSender('Huw', { isActive: false })
      expect(await refusalOf(send())).toMatchObject({ ...unauthorized, message: 'Account is not active' })
      const panel = await bank.enterPanel(bank.clara)
      const credit = { ...debitOf(bank.alice), type: 'credit', status: 'success' }
      expect(
        await refusalOf(panel.databases.createDocument('truedb', 'transactions', ID.unique(), credit)),
      ).toMatchObject(unauthorized)
    })
  })

  describe('setting a status', () => {
    test(`the ${name} of an administrator sets each status, and a repeated change is one`, async () => {
      const { person, page, send } = await bank.openSender('Mia')
      const { $id: id } = await send()
      const panel = await bank.enterPanel(bank.clara)
      for (const [status, balance] of [
        ['failed', 100],
        ['pending', 90],
        ['success', 90],
        ['success', 90],
        ['failed', 100],
      ] as const) {
        expect(await setStatus(panel, id, status)).toMatchObject({ $id: id, status })
        expect(await balanceOf(page, person)).toBe(balance)
      }
    })

    test(`the ${name} of an administrator sets no status of the own transfers`, async () => {
      const { person, page, send } = await bank.openSender('Oda', { role: 'administrator' })
      const { $id: id } = await send()
      await page.databases.createDocument('truedb', 'settings', ID.unique(), { passcode })
      expect(await refusalOf(setStatus(page, id, 'failed'))).toMatchObject(unauthorized)
      expect(await balanceOf(page, person)).toBe(90)
    })

    test(`the ${name} is refused an unknown status, and a customer’s change`, async () => {
      const { page, send } = await bank.openSender('Ned')
      const { $id: id } = await send()
      expect(await refusalOf(setStatus(page, id, 'failed'))).toMatchObject(unauthorized)
      expect(await refusalOf(page.databases.deleteDocument('truedb', 'transactions', id))).toMatchObject(
        unauthorized,
      )
      const panel = await bank.enterPanel(bank.clara)
      expect(await refusalOf(setStatus(panel, id, 'reversed'))).toMatchObject({ code: 400 })
      expect(await refusalOf(setStatus(panel, ID.unique(), 'failed'))).toMatchObject({
        code: 404,
        type: 'document_not_found',
      })
      expect(await read(page, id)).toMatchObject({ status: 'pending' })
    })
  })
})
