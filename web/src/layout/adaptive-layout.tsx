import { pageStart } from '../public-config.ts'
import { useFailedCheck, useSession } from '../sessions/session.ts'
import { AuthenticatedLayout } from './authenticated-layout.tsx'
import { LoadingShell } from './loading-shell.tsx'
import { PublicLayout } from './public-layout.tsx'

/** The layout of pages that are open to visitors and users: the visitor's or the user's. */
export function AdaptiveLayout() {
  const { data, isPending } = useSession()
  const { hasFailed } = useFailedCheck()
  if (isPending && !hasFailed && pageStart !== 'prerendered') return <LoadingShell />
  return data?.session ? <AuthenticatedLayout key={data.session.user.id} /> : <PublicLayout />
}
