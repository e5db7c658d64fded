import { Link } from 'react-router'
import { PageHeading } from '../ui/page-heading.tsx'

/** A page of the menu that the bank has not opened yet. */
export function NotOpenPage({ title }: { title: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <PageHeading>{title}</PageHeading>
      <p>This page is not open yet.</p>
      <Link to="/dashboard" className="text-link underline">
        Go to the dashboard
      </Link>
    </div>
  )
}
