import type { ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useMayOpen } from '../admin/use-may.ts'

/** Shows a page to staff whose role may open it. For all others it does not exist. */
export function PermittedOnly({ otherwise }: { otherwise: ReactNode }) {
  const { pathname } = useLocation()
  return useMayOpen()(pathname) ? <Outlet /> : otherwise
}
