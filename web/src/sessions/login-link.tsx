import { linkTo } from '@bank/contract/pages'
import { Link } from 'react-router'

/** Leads from a visitor's page to the login. */
export function LoginLink({ children = 'Go to login' }: { children?: string }) {
  return (
    <p className="text-table">
      <Link to={linkTo('signIn')} className="inline-flex min-h-target items-center text-link underline">
        {children}
      </Link>
    </p>
  )
}
