-- Work ahead of the pharmacy and of the desk: a few hundred prescriptions among all those of ten years that are done.
create index prescription_to_hand_out on prescription.prescription (org_id, rx_status, dp_date, id)
  where has_stock_lines and not nothing_to_hand_out and rx_status in (1, 2, 3, 5);
