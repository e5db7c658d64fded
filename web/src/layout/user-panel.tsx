import { linkTo } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { Link, useLocation } from 'react-router'
import { LogoutButton } from '../sessions/logout-button.tsx'
import { useSignedIn } from '../sessions/session.ts'
import { hideAmounts, useAmountsHidden } from '../ui/hidden-amounts.ts'
import { Switch } from '../ui/switch.tsx'
import { isAdministratorPath } from './menu.tsx'
import { UserName } from './user-name.tsx'

/** The links to the profile and the admin panel, the switch that hides the amounts of all the customer's pages, and Logout. */
export function UserPanel({ close }: { close: () => void }) {
  const { user } = useSignedIn()
  const { pathname } = useLocation()
  const isHidden = useAmountsHidden()
  const isAdministrators = isAdministratorPath(pathname)
  const elsewhere = isAdministrators
    ? { label: 'My account', path: linkTo('dashboard') }
    : { label: 'Admin Panel', path: linkTo('passcode') }
  return (
    <div className="grid p-2">
      <div className="px-3 py-2">
        <UserName />
      </div>
      <ul className="grid border-y py-2">
        <li>
          <Link to={linkTo('profile')} onClick={close} className={linkClass}>
            Profile
          </Link>
        </li>
        {isStaff(user.role) && (
          <li>
            <Link to={elsewhere.path} onClick={close} className={linkClass}>
              {elsewhere.label}
            </Link>
          </li>
        )}
        {!isAdministrators && (
          <li className="px-3">
            <Switch
              label="Hide amounts"
              checked={isHidden}
              onChange={({ target }) => hideAmounts(target.checked)}
            />
          </li>
        )}
      </ul>
      <div className="pt-2">
        <LogoutButton wide />
      </div>
    </div>
  )
}

const linkClass = 'flex min-h-target items-center rounded-control px-3 text-label hover:bg-hover'
