import { pages } from '@bank/contract/pages'
import { PageHeading } from '../ui/page-heading.tsx'

/** `/admin/overview`: a greeting (specification §2). */
export function OverviewPage() {
  return <PageHeading>{pages.overview.title}</PageHeading>
}
