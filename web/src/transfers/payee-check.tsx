import type { AccountView } from '@bank/contract/accounts/view'
import { comparable } from '@bank/contract/comparable'
import { endpoints } from '@bank/contract/endpoints'
import type { TransferForm } from '@bank/contract/transfers/form'
import type { PayeeCheck as Answer } from '@bank/contract/transfers/view'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { call } from '../api/call.ts'
import { useAccountQuery, useLinkTo } from '../api/chosen-account.ts'
import { publicConfig } from '../public-config.ts'
import { Notice } from '../ui/notice.tsx'
import { isInside } from './own-bank.ts'
import { someoneHere } from './payees.ts'
import { askForAccount } from './refusal-advice.ts'
import type { FieldLink } from './transfer-fields.ts'

/**
 * Says on the review whether the name fits the account, when the account can be one of this bank. It never blocks: what cannot be
 * checked can be sent, and the bank refuses a number that it does not have.
 */
export function PayeeCheck({ form, account: from }: { form: TransferForm; account: AccountView }) {
  const { account_name, account_number, bank_name } = form
  const isOurs = isInside(form)
  const { data, isError } = useAccountQuery((account) => ({
    queryKey: ['payee-check', account, account_name, account_number, bank_name],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(endpoints.checkPayee, {
        query: { account },
        body: { account_name, account_number, bank_name },
        signal,
      }),
    enabled: isOurs || isOwnNumber(account_number),
    // The bank counts each check: none is repeated because something else has changed.
    staleTime: 'static' as const,
    retry: false,
  }))
  const remark = data ? remarkOn(data, form, from) : isError && isOurs ? failed : null
  return (
    <div role="status" data-payee-check>
      {remark && (
        <Notice tone={remark.tone} isAnnounced>
          {remark.text}
        </Notice>
      )}
    </div>
  )
}

/** Whether a number has the form of an account number of this bank. */
function isOwnNumber(accountNumber: string): boolean {
  return /^\d{10}$/.test(comparable(accountNumber))
}

/** When the money arrives. Inside the bank it does so once the undo time is over, or nothing is sent. */
export function arrivalOf(form: Parameters<typeof isInside>[0], undoSeconds: number): string {
  if (!isInside(form)) return 'Usually within 3 working days. Until then it shows as pending.'
  return undoSeconds > 0 ? `After your undo time of ${undoSeconds} seconds` : 'Immediately'
}

type Remark = { tone: 'failed' | 'pending' | 'success'; text: ReactNode }

const failed: Remark = { tone: 'pending', text: 'We couldn’t check the name. You can still send.' }

function remarkOn({ result, holder }: Answer, form: TransferForm, from: AccountView): Remark | null {
  const { account_name, bank_name } = form
  switch (result) {
    case 'match':
      return { tone: 'success', text: 'The name matches the holder of this account.' }
    case 'close_match':
      return {
        tone: 'pending',
        text: (
          <>
            You wrote <bdi>{account_name}</bdi>. This account belongs to{' '}
            <strong>
              <bdi>{holder}</bdi>
            </strong>
            . Send only if this is the person you mean.
          </>
        ),
      }
    case 'no_match':
      return {
        tone: 'failed',
        text: (
          <>
            This account doesn’t belong to <bdi>{account_name}</bdi>. Check the name and the number with the
            person you’re paying. If you send now, the money goes to someone else.
          </>
        ),
      }
    case 'other_currency':
      return {
        tone: 'failed',
        text: `This account holds another currency, so this transfer would be refused. ${askForAccount(from)}`,
      }
    case 'other_bank_name':
      return { tone: 'pending', text: <OtherBank name={bank_name} /> }
    case 'not_checked':
      return {
        tone: 'pending',
        text: 'This name isn’t checked, because you have checked many names in the last hour. You can still send.',
      }
    case 'not_possible':
      // Of an account at another bank, no answer is expected.
      return isInside(form)
        ? { tone: 'pending', text: 'We couldn’t check this name. Check the account number before you send.' }
        : null
  }
}

/** The number is one of this bank, and the bank's name is another one: a slip, or an account there with the same number. */
function OtherBank({ name }: { name: string }) {
  const linkTo = useLinkTo()
  const { bankName } = publicConfig
  return (
    <>
      <p>
        {bankName} has an account with this number. Is the account really at <bdi>{name}</bdi>? If it is, you
        can send.
      </p>
      <Link
        to={linkTo('transfer', { to: someoneHere })}
        state={{ field: 'account_number', isChange: true } satisfies FieldLink}
        className="link-alone"
      >
        It is at {bankName}
      </Link>
    </>
  )
}
