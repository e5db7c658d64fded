import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'

/** Leads to the events of the audit log about a user. */
export function AccountActivityLink({ user }: { user: UserDetailsView }) {
  return (
    <Link to={linkTo('auditLog', { subject: user.email })} className="link-alone justify-self-start">
      Account activity
    </Link>
  )
}
