import type { Metadata } from 'next';
import { FindingsScreen } from '../_screens/FindingsScreen.tsx';

export const metadata: Metadata = { title: 'Findings' };

export default function FindingsPage() {
  return <FindingsScreen />;
}
