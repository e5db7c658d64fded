import { useLocation, useNavigate } from 'react-router'

/** The open dialog of the accounts' page, in the URL: the phone's Back closes it, and a link opens it. */
export function useAccountsUrlState() {
  const { search, state } = useLocation() as { search: string; state: { wasClosed?: boolean } | null }
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const open = (path: string) => navigate(path, { state: { wasClosed: true } })
  return {
    isOpening: params.get('open') !== null,
    /** The number of the account that is about to be closed. */
    closing: params.get('close'),
    startOpening: () => open(openingPath),
    startClosing: (number: string) => open(`/accounts?close=${number}`),
    leave: () => (state?.wasClosed ? navigate(-1) : navigate('/accounts', { replace: true })),
  }
}

/** The address of the form for another account. */
export const openingPath = '/accounts?open=account'
