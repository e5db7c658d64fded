import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@bank/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestBank, type Person, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { transfer } from '../../test/transfer.ts'
import { newBeneficiaryGuardOf } from './paid-beneficiary.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ newBeneficiaryLimitMinor: 50_00n })
})
afterAll(() => bank.close())

type Wishes = Partial<
  Record<'amount' | 'account_number' | 'bank_name' | 'routing_number' | 'account', string>
>

const dana = { account_number: '1234567890' }
const emil = { account_number: '2222222222' }

function pay(who: Person, { account, ...wishes }: Wishes) {
  return bank.call(who, endpoints.sendTransfer, {
    query: account === undefined ? {} : { account },
    body: transfer(wishes),
  })
}

async function used(who: Person) {
  const { answer } = await bank.call(who, endpoints.listGuards)
  return answer.guards.find(({ currency }) => currency === 'USD')!.newBeneficiaries
}

describe('the limit for new beneficiaries', () => {
  test('one sum over all new beneficiaries stops at the cent, on all accounts, and says when more can be sent', async () => {
    const ella = await bank.openAccount('Ella', { amountMinor: 500_00n })
    const { number } = await openFurtherAccount(bank, ella)
    const own = { transactionId: randomUUID(), to: number, amount: '100.00' }
    await bank.call(ella, endpoints.sendOwnTransfer, { body: own })
    expect((await pay(ella, { ...dana, amount: '20.00' })).status).toBe(201)
    bank.clock.pass(60)
    ella.cookies.clear()
    // Another spelling of the same account.
    const again = {
      account_number: '1234 567 890',
      bank_name: 'FIRST  harbour bank',
      amount: '5.00',
      account: number,
    }
    expect((await pay(ella, again)).status).toBe(201)
    const refused = await pay(ella, { ...emil, amount: '25.01', account: number })
    expect([refused.problem.code, refused.problem.errors]).toEqual([
      'guard_exceeded',
      [
        {
          pointer: '/amount',
          detail: expect.stringMatching(
            /^This would exceed the bank’s limit for new payees of \$50\.00\. You can send \$25\.00 until .+\.$/,
          ),
        },
      ],
    ])
    expect((await pay(ella, { ...emil, amount: '25.00', account: number })).status).toBe(201)
    expect(await used(ella)).toEqual({ limit: '50.00', sent: '50.00' })
    expect((await pay(ella, { ...dana, amount: '0.01' })).problem.detail).toMatch(
      /^This would exceed the bank’s limit for new payees of \$50\.00\. You can send again from .+\.$/,
    )
    // Money between own accounts is not counted, also with the form.
    const toOwn = { account_number: number, bank_name: bank.bank.config.bankName, amount: '60.00' }
    expect((await pay(ella, toOwn)).status).toBe(201)

    // Dana was first paid 24 hours ago, Emil 23 hours ago.
    bank.clock.pass(23 * 60)
    ella.cookies.clear()
    expect((await pay(ella, { ...dana, amount: '51.00' })).status).toBe(201)
    expect((await pay(ella, { ...emil, amount: '25.01' })).problem.code).toBe('guard_exceeded')
    expect(await used(ella)).toEqual({ limit: '50.00', sent: '25.00' })
  })

  test('a repeated transfer is counted once, and one that is refused or came back is not counted', async () => {
    const frank = await bank.openAccount('Frank', { amountMinor: 30_00n })
    const body = transfer({ ...dana, amount: '10.00' })
    for (let times = 0; times < 2; times++) await bank.call(frank, endpoints.sendTransfer, { body })
    expect((await pay(frank, { ...emil, amount: '20.01' })).problem.code).toBe('balance_insufficient')
    expect(await used(frank)).toEqual({ limit: '50.00', sent: '10.00' })
    await bank.elevate(bank.clara)
    const inside = { account_number: bank.alice.account.number, bank_name: bank.bank.config.bankName }
    const toAlice = await pay(frank, { ...inside, amount: '5.00' })
    const setStatus = (id: string, status: string) =>
      bank.call(bank.clara, endpoints.setTransactionStatus, {
        params: { id },
        body: { changeId: randomUUID(), status, reason: 'Returned' },
      })
    await setStatus(body.transactionId, 'failed')
    expect(await used(frank)).toEqual({ limit: '50.00', sent: '5.00' })
    // The limit is off while the other one comes back.
    Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: null })
    await setStatus(toAlice.answer.id, 'failed')
    Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: 50_00n })
    expect(await used(frank)).toEqual({ limit: '50.00', sent: '0.00' })
    await setStatus(body.transactionId, 'success')
    expect(await used(frank)).toEqual({ limit: '50.00', sent: '10.00' })
  })
})

describe('a limit for new beneficiaries that is set later', () => {
  test('those who were paid before it, or while it was off, are not new, and each earlier transfer is read once', async () => {
    const hugo = await bank.openAccount('Hugo', { amountMinor: 900_00n })
    const { config } = bank.bank
    const withLimit = async (limit: bigint | null, work: () => Promise<void>) => {
      const before = config.newBeneficiaryLimitMinor
      Object.assign(config, { newBeneficiaryLimitMinor: limit })
      await work()
      Object.assign(config, { newBeneficiaryLimitMinor: before })
    }
    const rows = async () => {
      const found = await bank.bank.db.query(
        'select beneficiary, first_paid_at is null as is_known from paid_beneficiaries where user_id = $1 order by 1',
        [hugo.userId],
      )
      return found.rows.map(({ beneficiary, is_known }) => [beneficiary, is_known])
    }
    await withLimit(null, async () => {
      expect((await pay(hugo, { ...dana, amount: '60.00' })).status).toBe(201)
      const inside = { account_number: bank.alice.account.number, bank_name: bank.bank.config.bankName }
      expect((await pay(hugo, { ...inside, amount: '60.00' })).status).toBe(201)
    })
    expect(await rows()).toEqual([])
    expect((await pay(hugo, { ...dana, amount: '70.00' })).status).toBe(201)
    // A known payee's account at a bank with another routing number is not theirs.
    for (const stranger of [{ account_number: '9999999999' }, { ...dana, routing_number: '999999999' }]) {
      expect((await pay(hugo, { ...stranger, amount: '50.01' })).problem.code).toBe('guard_exceeded')
    }
    await withLimit(null, async () => {
      expect((await pay(hugo, { ...emil, amount: '60.00' })).status).toBe(201)
    })
    expect((await pay(hugo, { ...emil, amount: '70.00' })).status).toBe(201)
    expect((await pay(hugo, { account_number: '9999999999', amount: '50.00' })).status).toBe(201)
    const routed = 'fhbkus33 011000015'
    const ours = `${bank.alice.account.number} inside`
    expect(await rows()).toEqual(
      [
        [`1234567890 firstharbourbank ${routed}`, true],
        [`2222222222 firstharbourbank ${routed}`, true],
        [`9999999999 firstharbourbank ${routed}`, false],
        [ours, true],
      ].sort(),
    )
  })

  test('the migrations make one beneficiary of each account of this bank, and what was sent counts once', async () => {
    const { number: ours } = bank.alice.account
    const other = '1234567890 firstharbourbank fhbkus33 011000015'
    const payees = async (who: Person) => {
      const { rows } = await bank.bank.db.query(
        'select beneficiary, first_paid_at, sent from paid_beneficiaries where user_id = $1',
        [who.userId],
      )
      return Object.fromEntries(rows.map(({ beneficiary, ...row }) => [beneficiary, Object.values(row)]))
    }
    const [jan, kim] = [await bank.openAccount('Jan'), await bank.openAccount('Kim')]
    const [earlier, later] = [bank.clock.now(), new Date(bank.clock.now().getTime() + 1_000)]
    for (const [who, beneficiary, firstPaidAt, sent] of [
      [jan, `${ours} truepenny a b`, later, 7],
      [jan, `${ours} truepenny c d`, earlier, 5],
      [jan, other, earlier, 3],
      // A transfer without a beneficiary, whose description is the number.
      [jan, ours, earlier, 2],
      [kim, `${ours} truepenny a b`, null, 0],
      [kim, `${ours} truepenny c d`, earlier, 5],
    ] as const) {
      await bank.bank.db.query(
        `insert into paid_beneficiaries (user_id, currency, beneficiary, first_paid_at, sent) values ($1, 'USD', $2, $3, $4)`,
        [who.userId, beneficiary, firstPaidAt, sent],
      )
    }
    await bank.bank.db.query(readMigration('accounts-of-this-bank-as-beneficiaries').split('comment on')[0]!)
    await bank.bank.db.query(
      readMigration('beneficiaries-whatever-the-bank-is-called').split('comment on')[0]!,
    )
    expect(await payees(jan)).toEqual({
      [`${ours} inside`]: [earlier, 12n],
      [`${ours} truepenny`]: [earlier, 0n],
      [`${ours} truepenny a b`]: [later, 0n],
      [`${ours} truepenny c d`]: [earlier, 0n],
      [other]: [earlier, 3n],
      [ours]: [earlier, 2n],
    })
    // Paid before the limit by one of the two, it is not new.
    expect(await payees(kim)).toEqual({
      [`${ours} inside`]: [null, 0n],
      [`${ours} truepenny`]: [null, 0n],
      [`${ours} truepenny a b`]: [null, 0n],
      [`${ours} truepenny c d`]: [earlier, 0n],
    })
  })

  test('an account of this bank that was paid under or before the limit is known when the bank has another name', async () => {
    const lena = await bank.openAccount('Lena', { amountMinor: 900_00n })
    const { config } = bank.bank
    const { bankName } = config
    const toAlice = { account_number: bank.alice.account.number, bank_name: bankName }
    const toBruno = { account_number: bank.bruno.account.number, bank_name: bankName }
    Object.assign(config, { newBeneficiaryLimitMinor: null })
    expect((await pay(lena, { ...toAlice, amount: '1.00' })).status).toBe(201)
    Object.assign(config, { newBeneficiaryLimitMinor: 50_00n, bankName: 'Goodpenny' })
    try {
      expect((await pay(lena, { ...toAlice, bank_name: 'Goodpenny', amount: '60.00' })).status).toBe(201)
      Object.assign(config, { bankName })
      expect((await pay(lena, { ...toBruno, amount: '40.00' })).status).toBe(201)
      Object.assign(config, { bankName: 'Goodpenny' })
      bank.clock.pass(25 * 60)
      lena.cookies.clear()
      expect((await pay(lena, { ...toBruno, bank_name: 'Goodpenny', amount: '60.00' })).status).toBe(201)
    } finally {
      Object.assign(config, { bankName })
    }
  })

  test('a history that takes too long to read is read in parts, and the payment is refused as busy in between', async () => {
    const ines = await bank.openAccount('Ines', { amountMinor: 900_00n })
    const sent = { ...dana, amount: '1.00' }
    Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: null })
    expect((await pay(ines, sent)).status).toBe(201)
    Object.assign(bank.bank.config, { newBeneficiaryLimitMinor: 50_00n })
    // One part has 10,000 transactions: the earlier ones are to another payee.
    await bank.bank.db.query(
      `insert into transactions
       select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'beneficiary_account_number', '3333333333',
                'created_at', t.created_at - n * interval '1 minute'))).*
         from transactions t, generate_series(1, 10000) n
        where t.debit_account_id = $1`,
      [ines.account.id],
    )
    const movement = {
      kind: 'plain_transfer',
      id: randomUUID(),
      currency: 'USD',
      amountMinor: 1n,
      madeBy: ines.userId,
      debitDetail: 'Another payee',
    } as const
    const readOnePart = () => newBeneficiaryGuardOf(bank.bank, movement, 0)
    const known = async () => {
      const { rows } = await bank.bank.db.query(
        'select left(beneficiary, 10) as number from paid_beneficiaries where user_id = $1 order by 1',
        [ines.userId],
      )
      return rows.map(({ number }) => number)
    }
    await expect(readOnePart()).rejects.toMatchObject({ code: 'busy' })
    expect(await known()).toEqual(['3333333333'])
    expect(await readOnePart()).toMatchObject({ limitMinor: 50_00n })
    expect(await known()).toEqual([dana.account_number, '3333333333'])
    expect((await pay(ines, { ...dana, amount: '70.00' })).status).toBe(201)
  })
})

function readMigration(name: string): string {
  const folder = join(import.meta.dirname, '../../migrations')
  const file = readdirSync(folder).find((each) => each.endsWith(`${name}.sql`))
  return readFileSync(join(folder, file!), 'utf8')
}
