import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { Link } from 'react-router'

/** Leads to the events of the audit log about a user. */
export function AccountActivityLink({ user }: { user: UserDetailsView }) {
  return (
    <Link
      to={`/admin/audit-log?subject=${encodeURIComponent(user.email)}`}
      className="link-alone justify-self-start"
    >
      Account activity
    </Link>
  )
}
