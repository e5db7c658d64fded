import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { ibanOf } from '@bank/contract/iban'
import { minorOf } from '@bank/ledger/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'

const bankCode = 'DE99555000'
let bank: TestBank
let bert: Person
beforeAll(async () => {
  bank = await openTestBank({ bankCode })
  bert = await bank.openAccount('Bert', { currency: 'EUR' })
})
afterAll(() => bank.close())

const openEuros = (name: string) => bank.openAccount(name, { amountMinor: 100_00n, currency: 'EUR' })
const ibanOfPerson = ({ account }: Person) => ibanOf({ number: account.number, currency: 'EUR' }, bankCode)!
/** A payee to save: a transfer without what is sent. */
const payeeOf = (wishes: Partial<ReturnType<typeof transfer>>) => {
  const { transactionId: _, amount: __, transaction_pin: ___, ...payee } = transfer(wishes)
  return payee
}
const send = (who: Person, wishes: Partial<ReturnType<typeof transfer>>) =>
  bank.call(who, endpoints.sendTransfer, { body: transfer(wishes) })
const balanceOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account.balance

describe('the IBAN of an account', () => {
  test('an account in euros has an IBAN, and one in another currency none, wherever its owner reads it', async () => {
    const ada = await openEuros('Ada')
    const iban = ibanOfPerson(ada)
    expect((await bank.call(ada, endpoints.readMe)).answer.account.iban).toBe(iban)
    const dollars = await openFurtherAccount(bank, ada, { currency: 'USD' })
    expect(dollars.iban).toBeNull()
    const { accounts } = (await bank.call(ada, endpoints.listAccounts)).answer
    expect(accounts.map((account) => account.iban)).toEqual([iban, null])
    await bank.elevate(bank.clara)
    const seen = await bank.call(bank.clara, endpoints.readUser, { params: { id: ada.userId } })
    expect(seen.answer.accounts.map((account) => account.iban)).toEqual([iban, null])
  })

  test('a bank without a bank code gives no account an IBAN', async () => {
    const bea = await openEuros('Bea')
    Object.assign(bank.bank.config, { bankCode: undefined })
    expect((await bank.call(bea, endpoints.readMe)).answer.account.iban).toBeNull()
    Object.assign(bank.bank.config, { bankCode })
  })
})

describe('a transfer to an IBAN', () => {
  const spellings: [name: string, (iban: string) => string][] = [
    ['as it is shown', (iban) => iban],
    ['in lower case', (iban) => iban.toLowerCase()],
    ['in groups', (iban) => iban.replace(/.{4}/g, '$& ')],
    ['with hyphens', (iban) => iban.replace(/.{4}/g, '$&-')],
  ]
  for (const [name, spelled] of spellings) {
    for (const bank_name of ['Truepenny', 'Commerzbank']) {
      test(`an IBAN of ours ${name}, under the name ${bank_name}, arrives at once`, async () => {
        const sender = await openEuros(`Sender ${randomUUID()}`)
        const before = await balanceOf(bert)
        const account_number = spelled(ibanOfPerson(bert))
        const { status, answer } = await send(sender, { account_number, bank_name, amount: '12.34' })
        expect([status, answer.kind, answer.firstStatus]).toEqual([201, 'transfer_inside', 'success'])
        // As it was written.
        expect(answer.beneficiary).toMatchObject({
          accountNumber: account_number.trim(),
          bankName: bank_name,
        })
        expect(await balanceOf(sender)).toBe('87.66')
        expect(minorOf(await balanceOf(bert)) - minorOf(before)).toBe(12_34n)
      })
    }
  }

  test('an IBAN of another bank is pending, in any country', async () => {
    const carl = await openEuros('Carl')
    for (const account_number of ['DE89370400440532013000', 'fr14 2004 1010 0505 0001 3M02 606']) {
      const { status, answer } = await send(carl, { account_number, bank_name: 'Banque', amount: '1.00' })
      expect([status, answer.firstStatus]).toEqual([201, 'pending'])
    }
  })

  test('an IBAN with a wrong digit is refused on its field, and nothing is booked', async () => {
    const dora = await openEuros('Dora')
    const iban = ibanOfPerson(bert)
    const wrong = iban.slice(0, -1) + ((Number(iban.at(-1)) + 1) % 10)
    for (const account_number of [wrong, wrong.toLowerCase(), wrong.replace(/.{4}/g, '$& ')]) {
      const { status, problem } = await send(dora, { account_number })
      expect([status, problem.errors]).toEqual([
        422,
        [{ pointer: '/account_number', detail: 'This IBAN is mistyped: its check digits are wrong' }],
      ])
      const saved = await bank.call(dora, endpoints.saveBeneficiary, { body: payeeOf({ account_number }) })
      expect(saved.problem.errors).toEqual(problem.errors)
    }
    expect(await balanceOf(dora)).toBe('100.00')
  })

  test('an IBAN of ours whose account does not exist is refused after the PIN, under any bank’s name', async () => {
    const dirk = await openEuros('Dirk')
    const missing = ibanOf({ number: '1000000000', currency: 'EUR' }, bankCode)!
    for (const bank_name of ['Truepenny', 'Commerzbank']) {
      const wishes = { account_number: missing, bank_name }
      expect((await send(dirk, { ...wishes, transaction_pin: '9999' })).problem.code).toBe('pin_incorrect')
      expect((await send(dirk, wishes)).problem.code).toBe('payee_account_missing')
    }
    expect(await balanceOf(dirk)).toBe('100.00')
  })

  test('the holder’s name is checked for an IBAN of ours as for its number, under any bank’s name', async () => {
    const elsa = await openEuros('Elsa')
    const check = async (account_name: string, account_number: string, bank_name: string) => {
      const body = { account_name, account_number, bank_name }
      return (await bank.call(elsa, endpoints.checkPayee, { body })).answer.result
    }
    const iban = ibanOfPerson(bert).toLowerCase()
    for (const bank_name of ['Truepenny', 'Commerzbank']) {
      expect(await check('Bert', iban, bank_name)).toBe('match')
      expect(await check('Xaver', iban, bank_name)).toBe('no_match')
      const missing = ibanOf({ number: '1000000000', currency: 'EUR' }, bankCode)!
      expect(await check('Bert', missing, bank_name)).toBe('not_possible')
    }
    expect(await check('Bert', bert.account.number, 'Commerzbank')).toBe('other_bank_name')
    expect(await check('Bert', 'DE89370400440532013000', 'Commerzbank')).toBe('not_possible')
  })

  test('the sender’s own IBAN is refused as their own number is', async () => {
    const emil = await openEuros('Emil')
    const { problem } = await send(emil, { account_number: ibanOfPerson(emil), bank_name: 'Commerzbank' })
    expect(problem.code).toBe('own_account')
    expect(await balanceOf(emil)).toBe('100.00')
  })

  test('dollars sent to an IBAN of ours are refused', async () => {
    const fay = await bank.openAccount('Fay', { amountMinor: 100_00n })
    const { problem } = await send(fay, { account_number: ibanOfPerson(bert) })
    expect(problem.code).toBe('currency_different')
    expect(await balanceOf(fay)).toBe('100.00')
  })

  test('a repeat with the IBAN arrives once, and with the number in its place it is another transfer', async () => {
    const gus = await openEuros('Gus')
    const form = transfer({ account_number: ibanOfPerson(bert), amount: '10.00' })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => bank.call(gus, endpoints.sendTransfer, { body: form })),
    )
    expect(new Set(replies.map(({ answer }) => JSON.stringify(answer))).size).toBe(1)
    const byNumber = { ...form, account_number: bert.account.number, bank_name: 'Truepenny' }
    expect((await bank.call(gus, endpoints.sendTransfer, { body: byNumber })).problem.code).toBe('id_reused')
    expect(await balanceOf(gus)).toBe('90.00')
  })
})

describe('the number and the IBAN of an account are one payee', () => {
  const byNumber = () => ({ account_number: bert.account.number, bank_name: 'Truepenny' })
  const byIban = () => ({
    account_number: ibanOfPerson(bert).toLowerCase().replace(/.{4}/g, '$& '),
    bank_name: 'Commerzbank',
    swift_code: 'COBADEFF',
    routing_number: ibanOfPerson(bert),
  })

  test('saved by its number and again by its IBAN, it is one saved payee', async () => {
    const hans = await openEuros('Hans')
    const save = (wishes: Partial<ReturnType<typeof transfer>>) =>
      bank.call(hans, endpoints.saveBeneficiary, { body: payeeOf(wishes) })
    const first = await save(byNumber())
    const again = await save(byIban())
    expect([again.status, again.answer.id]).toEqual([201, first.answer.id])
    const { beneficiaries } = (await bank.call(hans, endpoints.listBeneficiaries)).answer
    expect(beneficiaries.map(({ bankName }) => bankName)).toEqual(['Commerzbank'])
  })

  test('paid by both, it is one recent payee, and none once it is saved by either', async () => {
    const ida = await openEuros('Ida')
    for (const wishes of [byNumber(), byIban()]) await send(ida, { ...wishes, amount: '1.00' })
    const recent = async () => (await bank.call(ida, endpoints.listRecentBeneficiaries)).answer.beneficiaries
    expect(await recent()).toHaveLength(1)
    await bank.call(ida, endpoints.saveBeneficiary, { body: payeeOf(byNumber()) })
    expect(await recent()).toEqual([])
  })

  describe('for the limit for new beneficiaries', () => {
    beforeAll(() => void Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: 50_00n }))
    afterAll(() => void Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: null }))

    test('what is sent to both counts as sent to one, and both are known a day later', async () => {
      const jana = await openEuros('Jana')
      expect((await send(jana, { ...byNumber(), amount: '30.00' })).status).toBe(201)
      expect((await send(jana, { ...byIban(), amount: '20.01' })).problem.code).toBe('guard_exceeded')
      expect((await send(jana, { ...byIban(), amount: '20.00' })).status).toBe(201)
      const { rows } = await bank.bank.db.query(
        'select beneficiary, sent from paid_beneficiaries where user_id = $1',
        [jana.userId],
      )
      expect(rows).toEqual([{ beneficiary: `${bert.account.number} inside`, sent: 50_00n }])
      bank.clock.pass(24 * 60)
      jana.cookies.clear()
      expect((await send(jana, { ...byIban(), amount: '50.00' })).status).toBe(201)
    })

    test('of two payments at once, one by the number and one by the IBAN, the limit lets one pass', async () => {
      const kurt = await openEuros('Kurt')
      const replies = await Promise.all(
        [byNumber(), byIban()].map((wishes) => send(kurt, { ...wishes, amount: '30.00' })),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
      expect(await balanceOf(kurt)).toBe('70.00')
    })

    test('paid by its number before the limit, it is known by its IBAN', async () => {
      const lea = await openEuros('Lea')
      Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: null })
      await send(lea, { ...byNumber(), amount: '1.00' })
      Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: 50_00n })
      expect((await send(lea, { ...byIban(), amount: '60.00' })).status).toBe(201)
    })
  })
})
