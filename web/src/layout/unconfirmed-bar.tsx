import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'
import { useSignedIn } from '../sessions/session.ts'
import { deferred } from '../ui/deferred.tsx'

/** Asks a user who has registered to confirm the email. In the first view it is complete but for its button, so that nothing below it moves. */
export function UnconfirmedBar() {
  const { user } = useSignedIn()
  return (
    <section
      aria-label="Confirm your email"
      className="no-print flex flex-wrap items-center gap-x-4 border-b bg-pending-soft px-gutter py-1 text-table text-pending"
    >
      <p className="min-w-0 py-1 wrap-anywhere">
        Confirm <bdi className="text-label">{user.email}</bdi> with the link that we sent to it.
      </p>
      <div className="flex flex-wrap gap-x-4">
        <Link to={linkTo('email')} className="link-alone">
          Change address
        </Link>
        <SendAgainButton placeholder={<span className="invisible">Send again</span>} />
      </div>
    </section>
  )
}

const SendAgainButton = deferred(async () => (await import('./send-again-button.tsx')).SendAgainButton)
