import { useLocation, useNavigate } from 'react-router'

/** Whether the form for another account is open, in the URL: the phone's Back closes it, and a link opens it. */
export function useOpeningUrlState() {
  const { search, state } = useLocation() as { search: string; state: { wasClosed?: boolean } | null }
  const navigate = useNavigate()
  return {
    isOpen: new URLSearchParams(search).get('open') !== null,
    open: () => navigate(openingPath, { state: { wasClosed: true } }),
    close: () => (state?.wasClosed ? navigate(-1) : navigate('/accounts', { replace: true })),
  }
}

/** The address of the form for another account. */
export const openingPath = '/accounts?open=account'
