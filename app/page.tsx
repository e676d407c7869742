import type { Metadata } from 'next';
import { OverviewScreen } from './_screens/OverviewScreen.tsx';

export const metadata: Metadata = { title: { absolute: 'Seamark: overview' } };

export default function OverviewPage() {
  return <OverviewScreen />;
}
