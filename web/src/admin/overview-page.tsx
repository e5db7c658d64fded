import { PageHeading } from '../ui/page-heading.tsx'

/** `/admin/overview`: a greeting (specification §2). */
export function OverviewPage() {
  return <PageHeading>Hello Admin</PageHeading>
}
