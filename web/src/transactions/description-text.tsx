import type { BeneficiaryView } from '@bank/contract/beneficiaries/view'
import { type Described, descriptionParts } from '@bank/contract/transactions/description-parts'
import type { ReactNode } from 'react'

/**
 * A description with the name of the payee or the payer on the first line; on a quieter second one the account of the row, where rows
 * are of several, and the reference, or else the end of the payee's account number with the bank. The other words of the description
 * are for screen readers and paper only: both lines together are the description.
 */
export function DescriptionText({
  reference,
  account,
  ...described
}: Described & { reference: string | null; account?: ReactNode }) {
  const { change, act, title, rest, payee } = descriptionParts(described)
  return (
    <>
      {/* Only a name can be cut: the words about money of the customer's own, or from the bank, end with what it is about. */}
      <span dir="auto" className={described.counterparty === null ? 'wrap-anywhere' : line}>
        {change}
        {/* With a direction of its own it does not decide that of the name. */}
        <span dir="ltr" className={unseen}>
          {act}
        </span>
        {title}
      </span>
      {(account || reference !== null || payee) && (
        <span className="flex min-w-0 items-baseline gap-1.5">
          {account}
          {reference !== null && (
            <span dir="auto" className={quietLine}>
              {' '}
              <bdi>{reference}</bdi>
              {rest && <span className={unseen}>, {rest}</span>}
            </span>
          )}
          {reference === null && payee && (
            <span dir="auto" className={`${quietLine} as-list:sr-only`}>
              <span className="sr-only">,</span> <BankOfPayee rest={rest} payee={payee} />
            </span>
          )}
        </span>
      )}
    </>
  )
}

/**
 * What follows the payee's name in a description, of which the end of the account number and the bank are seen, such as
 * "··3210, Northern Savings". All of it is for screen readers and paper.
 */
export function BankOfPayee({ rest, payee }: { rest: string; payee: BeneficiaryView }) {
  const start = payee.accountNumber.length - 4
  const seen = bankInWords(payee)
  return (
    <>
      <span className={unseen}>{rest.slice(0, start)}</span>
      <span className="before:content-['··'] print:before:content-none">{seen}</span>
      <span className={unseen}>{rest.slice(start + seen.length)}</span>
    </>
  )
}

/** The same in words, without what is not seen. */
export function bankInWords({ accountNumber, bankName }: BeneficiaryView): string {
  return `${accountNumber.slice(-4)}, ${bankName}`
}

const line = 'line-clamp-1 w-fit break-all print:line-clamp-none print:break-normal print:wrap-anywhere'
const quietLine = `${line} min-w-0 text-caption text-muted-foreground`
const unseen = 'sr-only print:not-sr-only'
