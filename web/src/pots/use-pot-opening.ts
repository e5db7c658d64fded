import { useNavigate } from 'react-router'
import { useListUrlState } from '../ui/list-url-state.ts'

/** Whether the form for a new pot is open, in the URL: the phone's Back closes it, and a link opens it. */
export function usePotOpening() {
  const { openId, visit, go } = useListUrlState()
  const navigate = useNavigate()
  return {
    isOpen: openId === 'pot',
    open: () => go({ open: 'pot' }, { visit: { opened: true } }),
    close: () => (visit?.opened ? navigate(-1) : go({ open: null }, { replace: true })),
  }
}
