/** Whether the administrator's menu belongs to a path (specification §2). */
export function isAdministratorPath(path: string): boolean {
  return path.includes('/admin')
}
