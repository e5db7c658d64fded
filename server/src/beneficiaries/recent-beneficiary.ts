import { accountKeyOf, type OwnBank } from '@bank/contract/beneficiaries/account-key'
import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import type { Connection } from '../postgres/database.ts'

/** How many of an account's latest transfers are read: a bound for an account that sends thousands a day. */
const transfersMax = 100

type PaidBeneficiary = BeneficiaryView & { readonly transactionId: string; readonly paidAt: Date }

/**
 * The beneficiaries of an account's latest transfers, the latest first, each account at a bank once and as written last. A failed
 * transfer has paid nothing: its beneficiary may have been wrong.
 */
export async function findPaidBeneficiaries(
  db: Connection,
  accountId: bigint,
  bank: OwnBank,
): Promise<PaidBeneficiary[]> {
  const { rows } = await db.query<PaidBeneficiary>({
    name: 'find-paid-beneficiaries',
    // The inner limit counts every debit, so that transfers without a beneficiary do not prolong the scan.
    text: `
      select id as "transactionId", created_at as "paidAt", beneficiary_name as "accountName",
             beneficiary_account_number as "accountNumber", beneficiary_bank_name as "bankName",
             beneficiary_bank_address as "bankAddress", beneficiary_swift_code as "swiftCode",
             beneficiary_routing_number as "routingNumber"
        from (select *
                from transactions
               where debit_account_id = $1
               order by created_at desc, id desc
               limit ${transfersMax}) latest
       where beneficiary_name is not null and status <> 'failed'
       order by created_at desc, id desc`,
    values: [accountId],
  })
  const latest = new Map<string, PaidBeneficiary>()
  for (const row of rows) {
    const key = keyOf(row, bank)
    if (!latest.has(key)) latest.set(key, row)
  }
  return [...latest.values()]
}

/** The beneficiaries among `paid` whose account is not among the saved ones. */
export function unsavedAmong(
  paid: readonly PaidBeneficiary[],
  saved: readonly BeneficiaryView[],
  bank: OwnBank,
): PaidBeneficiary[] {
  const keys = new Set(saved.map((one) => keyOf(one, bank)))
  return paid.filter((one) => !keys.has(keyOf(one, bank)))
}

function keyOf({ accountNumber, bankName }: BeneficiaryView, bank: OwnBank): string {
  return accountKeyOf({ account_number: accountNumber, bank_name: bankName }, bank)
}
