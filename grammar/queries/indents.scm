; Neovim reads the captures with a dot, Helix the others.

[(hook) (flow) (test)] @indent.begin @indent @extend
[(hook_heading) (flow_heading) (test_heading)] @indent.zero
