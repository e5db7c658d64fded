import { pageStart } from '../public-config.ts'
import { useFailedCheck, useSession } from '../sessions/session.ts'
import { AuthenticatedLayout } from './authenticated-layout.tsx'
import { LoadingShell } from './loading-shell.tsx'
import { PublicLayout } from './public-layout.tsx'

/** The frame that fits whoever is here, for pages that are for everybody. */
export function AdaptiveLayout() {
  const { data, isPending } = useSession()
  const { hasFailed } = useFailedCheck()
  if (isPending && !hasFailed && pageStart !== 'prerendered') return <LoadingShell />
  return data?.session ? <AuthenticatedLayout key={data.session.user.id} /> : <PublicLayout />
}
