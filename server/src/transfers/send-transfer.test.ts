import { randomUUID } from 'node:crypto'
import { momentText } from '@bank/contract/date-text'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, pin, type TestBank } from '../../test/bank.ts'
import { transfer } from '../../test/transfer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const send = (who: Person, form: Readonly<Record<string, unknown>>) =>
  bank.call(who, endpoints.sendTransfer, { body: form })
const accountOf = async (who: Person) => (await bank.call(who, endpoints.readMe)).answer.account
const historyOf = async (who: Person) =>
  (await bank.call(who, endpoints.listTransactions)).answer.transactions
const inHistory = async (who: Person, { transactionId }: { transactionId: string }) =>
  (await historyOf(who)).find(({ id }) => id === transactionId)
const auditOf = async (who: Person) => {
  const { rows } = await bank.bank.db.query('select action from audit_events where actor_id = $1', [
    who.userId,
  ])
  return rows.map(({ action }) => action)
}

describe('a transfer to another bank', () => {
  test('a transfer to another bank is debited at once and pending, with the beneficiary in the history', async () => {
    const erika = await bank.openAccount('Erika', { amountMinor: 100_00n })
    const form = transfer({ amount: '40.00' })
    const { status, answer, headers } = await send(erika, form)
    expect(status).toBe(201)
    expect(answer).toMatchObject({
      id: form.transactionId,
      amount: '40.00',
      currency: 'USD',
      firstStatus: 'pending',
    })
    expect(headers['idempotency-replayed']).toBeUndefined()
    expect(await accountOf(erika)).toMatchObject({ balance: '60.00', inTransit: '40.00' })
    expect(await inHistory(erika, form)).toMatchObject({
      id: form.transactionId,
      type: 'debit',
      amount: '40.00',
      status: 'pending',
      description:
        'Transfer to Dana Reed, 1234567890, First Harbour Bank, 1 Quay Street, Boston, SWIFT FHBKUS33, routing 011000015',
      beneficiary: { accountName: 'Dana Reed', accountNumber: '1234567890' },
    })
  })

  test('a transfer may take the last cent, and not one more', async () => {
    const felix = await bank.openAccount('Felix', { amountMinor: 50_00n })
    expect((await send(felix, transfer({ amount: '50' }))).status).toBe(201)
    const { status, problem } = await send(felix, transfer({ amount: '0.01' }))
    expect([status, problem.code, problem.detail]).toEqual([
      422,
      'balance_insufficient',
      'Insufficient balance',
    ])
    expect(problem.errors).toEqual([{ pointer: '/amount', detail: 'Insufficient balance' }])
  })

  test('ten transfers of ten cents are one dollar', async () => {
    const gerda = await bank.openAccount('Gerda', { amountMinor: 1_00n })
    for (let times = 0; times < 10; times++) await send(gerda, transfer({ amount: '0.1' }))
    expect(await accountOf(gerda)).toMatchObject({ balance: '0.00', inTransit: '1.00' })
  })

  test('the texts of a transfer are stored unchanged, also scripts, formulas and other alphabets', async () => {
    const hana = await bank.openAccount('Hana', { amountMinor: 50_00n })
    const texts = {
      account_name: '<script>alert(1)</script>',
      bank_name: '=HYPERLINK("x")',
      bank_address: 'Übergasse 3 "a\\b" {c}, 東京 🏦',
    }
    const form = transfer(texts)
    expect((await send(hana, form)).status).toBe(201)
    expect((await inHistory(hana, form))?.beneficiary).toMatchObject({
      accountName: texts.account_name,
      bankName: texts.bank_name,
      bankAddress: texts.bank_address,
    })
  })
})

describe('a transfer to a customer of this bank', () => {
  test('a transfer inside the bank arrives at once, as one transaction: a debit for one customer and a credit for the other', async () => {
    const ivo = await bank.openAccount('Ivo', { amountMinor: 30_00n })
    const jana = await bank.openAccount('Jana', { isActive: false })
    // The case and spaces of the bank's name do not matter.
    const form = transfer({ account_number: jana.account.number, bank_name: ' true PENNY', amount: '12.34' })
    expect((await send(ivo, form)).answer.firstStatus).toBe('success')
    expect(await accountOf(ivo)).toMatchObject({ balance: '17.66', inTransit: '0.00' })
    expect(await accountOf(jana)).toMatchObject({ balance: '12.34', inTransit: '0.00' })
    expect(await inHistory(ivo, form)).toMatchObject({
      id: form.transactionId,
      type: 'debit',
      status: 'success',
    })
    expect(await inHistory(jana, form)).toMatchObject({
      id: form.transactionId,
      type: 'credit',
      status: 'success',
      description: 'Transfer from Ivo',
      beneficiary: null,
    })
  })

  test('a transfer to an account in another currency is refused on the account number', async () => {
    const kurt = await bank.openAccount('Kurt', { amountMinor: 30_00n })
    const lena = await bank.openAccount('Lena', { currency: 'EUR' })
    const { status, problem } = await send(
      kurt,
      transfer({ account_number: lena.account.number, bank_name: 'Truepenny' }),
    )
    expect([status, problem.code]).toEqual([422, 'currency_different'])
    expect(problem.errors).toEqual([
      { pointer: '/account_number', detail: 'This account holds another currency' },
    ])
    expect(await accountOf(kurt)).toMatchObject({ balance: '30.00' })
  })

  test('a transfer inside the bank also arrives when the number is written in groups', async () => {
    const jona = await bank.openAccount('Jona', { amountMinor: 30_00n })
    const jule = await bank.openAccount('Jule')
    const inGroups = ({ account: { number } }: Person) => number.replace(/^(.{4})(.{3})(.{3})$/, '$1 $2 $3')
    const inside = { account_number: inGroups(jule), bank_name: 'Truepenny', amount: '12.34' }
    expect((await send(jona, transfer(inside))).answer.firstStatus).toBe('success')
    expect(await accountOf(jule)).toMatchObject({ balance: '12.34' })
    const toOneself = await send(jule, transfer(inside))
    expect(toOneself.problem.detail).toBe('You can’t send money to your own account')
  })

  test('an own account number at another bank’s name is a transfer to that bank', async () => {
    const mara = await bank.openAccount('Mara', { amountMinor: 30_00n })
    const { answer } = await send(mara, transfer({ account_number: bank.bruno.account.number }))
    expect(answer.firstStatus).toBe('pending')
    expect(await accountOf(bank.bruno)).toMatchObject({ balance: '0.00' })
  })

  test('a transfer to the own account is refused on the account number and moves nothing', async () => {
    const nora = await bank.openAccount('Nora', { amountMinor: 30_00n })
    for (const bank_name of ['Truepenny', ' true PENNY ']) {
      const form = transfer({ account_number: nora.account.number, bank_name })
      const { status, problem } = await send(nora, form)
      expect([status, problem.code]).toEqual([422, 'own_account'])
      expect(problem.errors).toEqual([
        { pointer: '/account_number', detail: 'You can’t send money to your own account' },
      ])
    }
    expect(await accountOf(nora)).toMatchObject({ balance: '30.00', inTransit: '0.00' })
  })

  test('a wrong PIN is refused and counted before the own account is refused', async () => {
    const otto = await bank.openAccount('Otto', { amountMinor: 30_00n })
    const own = { account_number: otto.account.number, bank_name: 'Truepenny' }
    const { problem } = await send(otto, transfer({ ...own, transaction_pin: '9999' }))
    expect([problem.code, problem.facts]).toEqual(['pin_incorrect', { triesLeft: 4 }])
    // The right PIN resets the count of wrong ones, although the transfer is refused.
    expect((await send(otto, transfer(own))).problem.code).toBe('own_account')
    const again = await send(otto, transfer({ ...own, transaction_pin: '9999' }))
    expect(again.problem.facts).toEqual({ triesLeft: 4 })
  })

  test('the own account is refused before the limit and the balance', async () => {
    const pia = await bank.openAccount('Pia', { amountMinor: 30_00n })
    const own = { account_number: pia.account.number, bank_name: 'Truepenny' }
    for (const amount of ['30.01', '99999999.00']) {
      expect((await send(pia, transfer({ ...own, amount }))).problem.code).toBe('own_account')
    }
  })

  test('the own account number at another bank is an outgoing transfer', async () => {
    const quin = await bank.openAccount('Quin', { amountMinor: 30_00n })
    const { status, answer } = await send(
      quin,
      transfer({ account_number: quin.account.number, amount: '12.34' }),
    )
    expect([status, answer.firstStatus]).toEqual([201, 'pending'])
    expect(await accountOf(quin)).toMatchObject({ balance: '17.66', inTransit: '12.34' })
  })
})

describe('the same transfer sent again', () => {
  test('the same transfer sent fifty times at once moves the money once, and each caller gets the same answer', async () => {
    const nils = await bank.openAccount('Nils', { amountMinor: 100_00n })
    const form = transfer()
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(nils, form)))
    expect(new Set(replies.map(({ status, answer }) => JSON.stringify([status, answer]))).size).toBe(1)
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49)
    expect(await accountOf(nils)).toMatchObject({ balance: '90.00' })
  })

  test('the same transfer sent later, with a wrong PIN, in capitals, from a deactivated account, gets its first answer', async () => {
    const olga = await bank.openAccount('Olga', { amountMinor: 100_00n })
    const form = transfer()
    const first = await send(olga, form)
    await bank.elevate(bank.clara)
    await bank.call(bank.clara, endpoints.deactivateAccount, {
      params: { id: olga.userId },
      body: { changeId: randomUUID() },
    })
    // The deactivation has signed her out; she signs in again.
    olga.cookies.clear()
    const again = await send(olga, {
      ...form,
      transaction_pin: '9999',
      transactionId: form.transactionId.toUpperCase(),
    })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(again.answer).toEqual(first.answer)
    expect(await accountOf(olga)).toMatchObject({ balance: '90.00' })
  })

  test('the same id with another amount is refused and moves nothing', async () => {
    const petra = await bank.openAccount('Petra', { amountMinor: 100_00n })
    const form = transfer()
    await send(petra, form)
    const { status, problem } = await send(petra, { ...form, amount: '11.00' })
    expect([status, problem.detail]).toEqual([422, 'This transfer id was already used'])
    expect(await accountOf(petra)).toMatchObject({ balance: '90.00' })
  })

  test('the same id of another user is refused, and the refusal reveals nothing', async () => {
    const quirin = await bank.openAccount('Quirin', { amountMinor: 100_00n })
    const rosa = await bank.openAccount('Rosa', { amountMinor: 100_00n })
    const form = transfer({ account_name: 'A secret friend' })
    await send(quirin, form)
    const { status, problem } = await send(rosa, { ...form, account_name: 'Somebody' })
    expect([status, problem.code]).toEqual([422, 'id_reused'])
    expect(JSON.stringify(problem)).not.toMatch(/secret|Quirin|10\.00/)
    expect(await accountOf(rosa)).toMatchObject({ balance: '100.00' })
  })

  test('a refused transfer does not use up its id', async () => {
    const sven = await bank.openAccount('Sven', { amountMinor: 5_00n })
    const form = transfer()
    expect((await send(sven, form)).problem.code).toBe('balance_insufficient')
    expect((await send(sven, { ...form, amount: '5.00' })).status).toBe(201)
  })
})

describe('who may send', () => {
  test('a customer with an inactive account may not send, and the attempt is audited', async () => {
    const { status, problem } = await send(bank.bruno, transfer())
    expect([status, problem.code, problem.detail]).toEqual([403, 'account_inactive', 'Account is not active'])
    expect(await auditOf(bank.bruno)).toEqual(['transfer_refused_inactive'])
  })

  test('of fifty concurrent transfers with money for one, exactly one is sent', async () => {
    const tara = await bank.openAccount('Tara', { amountMinor: 10_00n })
    const replies = await Promise.all(Array.from({ length: 50 }, () => send(tara, transfer())))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ problem }) => problem.detail === 'Insufficient balance')).toHaveLength(49)
    expect(await accountOf(tara)).toMatchObject({ balance: '0.00', inTransit: '10.00' })
  })
})

describe('the transaction PIN', () => {
  test('a wrong PIN is refused with the tries left; the fifth locks it for 30 minutes, with a mail and an audit event', async () => {
    const ute = await bank.openAccount('Ute', { amountMinor: 100_00n })
    for (const triesLeft of [4, 3, 2, 1]) {
      const { status, problem } = await send(ute, transfer({ transaction_pin: '9999' }))
      expect([status, problem.detail, problem.facts]).toEqual([422, 'Invalid transaction pin', { triesLeft }])
    }
    const fifth = await send(ute, transfer({ transaction_pin: '9999' }))
    expect([fifth.status, fifth.problem.detail]).toEqual([
      423,
      'Too many wrong PINs. Try again in 30 minutes',
    ])
    expect((await send(ute, transfer())).status).toBe(423)
    expect(await auditOf(ute)).toEqual(['pin_locked'])
    const { rows } = await bank.bank.db.query('select subject from outgoing_mail where recipient = $1', [
      ute.email,
    ])
    expect(rows).toEqual([{ subject: 'Your Truepenny PIN is locked' }])
    expect(await accountOf(ute)).toMatchObject({ balance: '100.00' })
  })

  test('of two hundred concurrent wrong PINs at most five are compared', async () => {
    const vera = await bank.openAccount('Vera', { amountMinor: 100_00n })
    const guesses = Array.from({ length: 200 }, (_, guess) =>
      send(vera, transfer({ transaction_pin: String(5000 + guess) })),
    )
    const replies = await Promise.all(guesses)
    expect(replies.filter(({ problem }) => problem.code === 'pin_incorrect')).toHaveLength(4)
    expect(replies.filter(({ problem }) => problem.code === 'pin_locked')).toHaveLength(196)
    expect((await send(vera, transfer())).status).toBe(423)
  })

  test('a locked PIN is accepted again after 30 minutes', async () => {
    const wim = await bank.openAccount('Wim', { amountMinor: 100_00n })
    for (let times = 0; times < 5; times++) await send(wim, transfer({ transaction_pin: '9999' }))
    bank.clock.pass(31)
    wim.cookies.clear()
    expect((await send(wim, transfer())).status).toBe(201)
  })
})

describe('a transfer to a number that no account of this bank has', () => {
  const toNobody = (wishes = {}) =>
    transfer({ account_number: '1000000000', bank_name: ' true PENNY', amount: '0.01', ...wishes })
  const missing = 'There is no such account at Truepenny. Nothing was sent. Check the number.'

  test('it is refused on the account number after the PIN, and nothing is booked', async () => {
    const emil = await bank.openAccount('Emil', { amountMinor: 30_00n })
    for (const account_number of ['1000000000', '10 0000 0000', '123456789012', 'DE89370400440532013000']) {
      const { status, problem } = await send(emil, toNobody({ account_number }))
      expect([status, problem.errors]).toEqual([422, [{ pointer: '/account_number', detail: missing }]])
    }
    const { problem } = await send(emil, toNobody({ transaction_pin: '9999' }))
    expect([problem.code, problem.facts]).toEqual(['pin_incorrect', { triesLeft: 4 }])
    expect(await accountOf(emil)).toMatchObject({ balance: '30.00', inTransit: '0.00' })
    // Only the money that the account was opened with.
    expect(await historyOf(emil)).toHaveLength(1)
  })

  test('of 60 at once ten are told apart, and then no number inside the bank is', async () => {
    const fay = await bank.openAccount('Fay', { amountMinor: 30_00n })
    const sent = Array.from({ length: 60 }, () => send(fay, toNobody()))
    const codes = (await Promise.all(sent)).map(({ problem }) => problem.code)
    expect(codes.filter((code) => code === 'payee_account_missing')).toHaveLength(10)
    expect(codes.filter((code) => code === 'payee_misses_used_up')).toHaveLength(50)

    const inside = { account_number: bank.bruno.account.number }
    const { status, problem } = await send(fay, toNobody(inside))
    expect([status, problem.detail]).toEqual([
      429,
      `You entered too many account numbers that do not exist. You can pay someone at Truepenny again from ${tomorrow()}.`,
    ])
    // Another bank's account and a wrong PIN are as before.
    expect((await send(fay, transfer({ amount: '1.00' }))).status).toBe(201)
    expect((await send(fay, toNobody({ transaction_pin: '9999' }))).problem.code).toBe('pin_incorrect')
    bank.clock.pass(24 * 60)
    fay.cookies.clear()
    expect((await send(fay, toNobody(inside))).status).toBe(201)
    expect(await accountOf(fay)).toMatchObject({ balance: '28.99' })
  })

  test('neither a transfer that arrives nor a new PIN resets the count', async () => {
    const gus = await bank.openAccount('Gus', { amountMinor: 30_00n })
    for (let times = 0; times < 9; times++) await send(gus, toNobody())
    expect((await send(gus, toNobody({ account_number: bank.bruno.account.number }))).status).toBe(201)
    const change = { current_pin: pin, new_pin: '4826' }
    expect((await bank.call(gus, endpoints.changePin, { body: change })).status).toBe(204)
    const after = () => send(gus, toNobody({ transaction_pin: '4826' }))
    expect((await after()).problem.code).toBe('payee_account_missing')
    expect((await after()).problem.code).toBe('payee_misses_used_up')
  })

  test('a retry of a transfer that arrived gets its first answer while every number is refused', async () => {
    const hal = await bank.openAccount('Hal', { amountMinor: 30_00n })
    const form = toNobody({ account_number: bank.bruno.account.number })
    const first = await send(hal, form)
    for (let times = 0; times < 11; times++) await send(hal, toNobody())
    const again = await send(hal, form)
    expect([again.status, again.answer]).toEqual([201, first.answer])
  })

  test('a refused transfer can be sent under its id once its number is right', async () => {
    const ida = await bank.openAccount('Ida', { amountMinor: 30_00n })
    const form = toNobody()
    await send(ida, form)
    expect((await send(ida, { ...form, account_number: bank.bruno.account.number })).status).toBe(201)
  })

  const tomorrow = () => momentText(new Date(bank.clock.now().getTime() + 24 * 3_600_000), 'UTC', 'long')
})

describe('bad input changes nothing and is refused on its field', () => {
  // The clock has moved on since she signed in.
  beforeAll(() => bank.alice.cookies.clear())

  const amounts: [unknown, string][] = [
    ['-100.00', 'Enter an amount above 0'],
    ['0', 'Enter an amount above 0'],
    ['0.00', 'Enter an amount above 0'],
    ['0.001', 'Use at most 2 decimals'],
    ...['1e3', '0x10', '١٠', ' 10', '10 ', '+5', '1,000', 'Infinity', 'NaN'].map((text): [string, string] => [
      text,
      'Enter the amount in digits, such as 1250.00',
    ]),
    ['', 'Amount is required'],
    ['250000.01', 'The most you can send at once is $250,000.00'],
    ['9999999999999999.99', 'The most you can send at once is $250,000.00'],
    ['92233720368547758.07', 'The most you can send at once is $250,000.00'],
    ['92233720368547758.08', 'The most you can send at once is $250,000.00'],
    ['9'.repeat(10_000), 'The most you can send at once is $250,000.00'],
    ...[10.1, ['10'], {}, null, true].map((value): [unknown, string] => [
      value,
      'Enter the amount in digits, such as 1250.00',
    ]),
  ]
  for (const [amount, message] of amounts) {
    test(`the amount ${JSON.stringify(amount).slice(0, 24)}`, async () => {
      const { status, problem } = await send(bank.alice, { ...transfer(), amount })
      expect([status, problem.errors]).toEqual([422, [{ pointer: '/amount', detail: message }]])
    })
  }

  const pins: [unknown, string][] = [
    [undefined, 'Transaction pin must be 4 digits'],
    ['', 'Transaction pin must be 4 digits'],
    ['12', 'Transaction pin must be 4 digits'],
    ['0000 ', 'PIN must be 4 to 8 digits'],
    ['9'.repeat(10_000), 'PIN must be 4 to 8 digits'],
  ]
  for (const [transaction_pin, message] of pins) {
    test(`the PIN ${JSON.stringify(transaction_pin)?.slice(0, 12)} is not compared`, async () => {
      const { status, problem } = await send(bank.alice, { ...transfer(), transaction_pin })
      expect([status, problem.errors]).toEqual([422, [{ pointer: '/transaction_pin', detail: message }]])
      // It did not count as a wrong PIN: after the right one the count is zero.
      const { rows } = await bank.bank.db.query('select wrong_count from pins where user_id = $1', [
        bank.alice.userId,
      ])
      expect(rows).toEqual([{ wrong_count: 0 }])
    })
  }

  for (const transactionId of [undefined, '', 'x'.repeat(300), 'not-a-uuid', 7]) {
    test(`the id ${JSON.stringify(transactionId)?.slice(0, 12)}`, async () => {
      const { status, problem } = await send(bank.alice, { ...transfer(), transactionId })
      expect([status, problem.detail]).toEqual([400, 'Transaction ID is required'])
    })
  }

  test('an unknown field', async () => {
    const { status, problem } = await send(bank.alice, { ...transfer(), balance: '1000000.00' })
    expect([status, problem.errors]).toEqual([422, [{ pointer: '', detail: 'Unknown fields: 1' }]])
  })

  test('Alice still has her $100.00 after every refused input', async () => {
    expect(await accountOf(bank.alice)).toMatchObject({ balance: '100.00', inTransit: '0.00' })
    expect(await historyOf(bank.alice)).toHaveLength(1)
  })
})

test('more than 30 transfers in a minute are too many; repeats and refusals do not count', async () => {
  const xaver = await bank.openAccount('Xaver', { amountMinor: 100_00n })
  const first = transfer({ amount: '1.00' })
  for (let times = 0; times < 10; times++) expect((await send(xaver, first)).status).toBe(201)
  for (let times = 0; times < 10; times++)
    expect((await send(xaver, transfer({ amount: '999.00' }))).status).toBe(422)
  for (let sent = 1; sent < 30; sent++)
    expect((await send(xaver, transfer({ amount: '1.00' }))).status).toBe(201)
  const { status, problem, headers } = await send(xaver, transfer({ amount: '1.00' }))
  expect([status, problem.code, headers['retry-after']]).toEqual([429, 'too_many_attempts', '2'])
  expect(await accountOf(xaver)).toMatchObject({ balance: '70.00' })
})

test('a transfer needs a session', async () => {
  const reply = await bank.call(null, endpoints.sendTransfer, {
    body: transfer({ transactionId: randomUUID(), transaction_pin: pin }),
  })
  expect([reply.status, reply.problem.detail]).toEqual([401, 'Log in to continue'])
})
