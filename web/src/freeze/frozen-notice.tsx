import { linkTo, pages } from '@bank/contract/pages'
import { Link } from 'react-router'
import { DateText } from '../ui/date-text.tsx'
import { Notice } from '../ui/notice.tsx'

/** Says that the customer has frozen their payments, and leads to where they unfreeze them. */
export function FrozenNotice({ since }: { since: string }) {
  return (
    <Notice tone="pending">
      <p>
        Your payments have been frozen since <DateText moment={since} long />. Money still arrives.
      </p>
      <Link to={linkTo('limits')} className="link-alone">
        {pages.limits.title}
      </Link>
    </Notice>
  )
}
