import { linkTo } from '@bank/contract/pages'
import { MailWarning } from 'lucide-react'
import { Link } from 'react-router'
import { useSendAgain } from '../email-changes/email.ts'
import { useSignedIn } from '../sessions/session.ts'

/** Asks a user who has registered to confirm the email. */
export function UnconfirmedBar() {
  const { user } = useSignedIn()
  const { sendAgain, isPending } = useSendAgain()
  return (
    <section
      aria-label="Confirm your email"
      className="no-print flex flex-wrap items-center gap-x-4 border-b bg-pending-soft px-gutter py-1 text-table text-pending"
    >
      <p className="flex min-w-0 items-center gap-2 py-1">
        <MailWarning aria-hidden size={18} className="shrink-0" />
        <span className="wrap-anywhere">
          Confirm <bdi className="text-label">{user.email}</bdi> with the link that we sent to it.
        </span>
      </p>
      <div className="flex flex-wrap gap-x-4">
        <Link to={linkTo('email')} className="link-alone">
          Change address
        </Link>
        <button
          type="button"
          className="link-alone"
          aria-disabled={isPending}
          onClick={isPending ? undefined : sendAgain}
        >
          {isPending ? 'Sending…' : 'Send again'}
        </button>
      </div>
    </section>
  )
}
