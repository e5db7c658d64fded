import {
  ArrowLeftRight,
  FileText,
  LayoutDashboard,
  type LucideIcon,
  Send,
  Settings,
  UserPlus,
  UserRound,
} from 'lucide-react'

export type MenuEntry = { readonly label: string; readonly path: string; readonly icon: LucideIcon }

/** The customer's menu, in the specification's order (§2). */
export const customerMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: '/dashboard', icon: LayoutDashboard },
  { label: 'Funds Transfer', path: '/transfer', icon: Send },
  { label: 'Transactions', path: '/transactions', icon: ArrowLeftRight },
  { label: 'Accounts Statement', path: '/statement', icon: FileText },
  { label: 'Profile', path: '/profile', icon: UserRound },
  { label: 'Settings', path: '/settings', icon: Settings },
]

/** The administrator's menu, on every path that contains `/admin`. */
export const administratorMenu: readonly MenuEntry[] = [
  { label: 'Dashboard', path: '/admin/dashboard', icon: LayoutDashboard },
  { label: 'Create User', path: '/admin/create-user', icon: UserPlus },
  { label: 'Settings', path: '/admin/settings', icon: Settings },
]

/** True where the administrator's menu belongs. */
export function isAdministratorPath(path: string): boolean {
  return path.includes('/admin')
}
