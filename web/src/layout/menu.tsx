import { pages } from '@bank/contract/pages'
import { isStaff } from '@bank/contract/roles/role'
import { CircleHelp } from 'lucide-react'
import { useLocation } from 'react-router'
import { useLinkTo } from '../api/chosen-account.ts'
import { useSignedIn } from '../sessions/session.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { deferred } from '../ui/deferred.tsx'
import { CustomerMenu } from './customer-menu.tsx'
import { MenuEntry } from './menu-entry.tsx'

const StaffMenu = deferred(async () => (await import('./staff-menu.tsx')).StaffMenu, { isInFirstView: true })

/** The customer's menu or the one of staff, depending on the page, and at its foot the theme and help. */
export function Menu({ onLeave }: { onLeave?: () => void }) {
  const { pathname } = useLocation()
  const { user } = useSignedIn()
  const linkTo = useLinkTo()
  return (
    <nav aria-label="Main" className="flex grow flex-col gap-1">
      {isAdministratorPath(pathname) && isStaff(user.role) ? (
        <StaffMenu onLeave={onLeave} />
      ) : (
        <CustomerMenu onLeave={onLeave} />
      )}
      <div className="mt-auto grid gap-1 border-t pt-3">
        <ThemeSwitch />
        <MenuEntry to={linkTo('support')} label="Help" icon={CircleHelp} onLeave={onLeave} />
      </div>
    </nav>
  )
}

/** Whether the menu of staff belongs to a path (specification §2). */
export function isAdministratorPath(path: string): boolean {
  return path.includes(pages.passcode.path)
}
