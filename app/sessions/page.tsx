import type { Metadata } from 'next';
import { SessionsScreen } from '../_screens/SessionsScreen.tsx';

export const metadata: Metadata = { title: 'Sessions' };

export default function SessionsPage() {
  return <SessionsScreen />;
}
